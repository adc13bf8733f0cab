/** Uses the tools and the display settings of the reading page. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilAtRest, viewOf, waitForChangesSent } from './reading.ts';

export const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
export const panel = (page: Page, name: string) => page.getByRole('dialog', { name });

/**
 * Waits until the server has all changes, and the page shows it. The text alone may be older than the last change; but when it is there, the
 * client has opened the database of its changes.
 */
export const settle = async (page: Page): Promise<void> => {
  const isShown = () => page.getByText('已同步').first().waitFor({ state: 'attached' });
  await isShown();
  await waitForChangesSent(page);
  await isShown();
};

/** Resets settings that an earlier test may have changed. */
export const resetDisplay = async (page: Page): Promise<void> => {
  await tool(page, '显示设置').click();
  await panel(page, '显示设置').getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(() => viewOf(page)).not.toBe('scroll');
  await tool(page, '显示设置').click();
  await settle(page);
  await untilAtRest(page);
};

export const setDisplay = async (page: Page, choices: readonly string[]): Promise<void> => {
  await tool(page, '显示设置').click();
  const settings = panel(page, '显示设置');
  for (const choice of choices) await settings.getByRole('radio', { name: choice, exact: true }).check();
  if (choices.includes('滚动')) await expect.poll(() => viewOf(page)).toBe('scroll');
  await settle(page);
  await untilAtRest(page);
};

export const expectDisplay = async (page: Page, choices: readonly string[]): Promise<void> => {
  await tool(page, '显示设置').click();
  const settings = panel(page, '显示设置');
  for (const choice of choices) expect(await settings.getByRole('radio', { name: choice, exact: true }).isChecked()).toBe(true);
  if (choices.includes('滚动')) expect(await settings.getByRole('slider', { name: '字号' }).getAttribute('aria-valuetext')).toBe('20 px');
};

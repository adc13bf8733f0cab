/** Navigates a page by keyboard. */
import type { Locator, Page } from 'playwright-core';

export const isFocused = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

/**
 * Moves the focus to `target` by the Tab key, from any position. Waits until the screen is loaded, because loading replaces its elements.
 */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="正在"]') === null);
  for (let steps = 0; steps < 80; steps++) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${String(target)}`);
};

export const press = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
};

import type { Page } from 'playwright-core';

const BUSY = '[aria-busy="true"], [role="progressbar"], [role="status"][aria-label^="正在"]';

/** Quiet: loaded, nothing busy, no skeleton, nothing moves. What loads for ever fails here, by its name. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load');
  await page.getByRole('main').waitFor();
  try {
    await page.waitForFunction((busy) => document.querySelector(busy) === null, BUSY);
  } catch (cause) {
    const left = await page.evaluate(
      (busy) => [...document.querySelectorAll(busy)].map((element) => element.outerHTML.slice(0, 200)),
      BUSY,
    );
    throw new Error(`${page.url()} is still busy: ${left.join(' ')}`, { cause });
  }
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
};

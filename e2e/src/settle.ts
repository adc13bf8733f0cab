import type { Page } from 'playwright-core';

const BUSY = '[aria-busy="true"], [role="progressbar"], [role="status"][aria-label^="正在"]';

/** Quiet: loaded, nothing busy, no skeleton, nothing moves. What loads for ever fails here, by its name. */
export const settle = async (page: Page): Promise<void> => {
  try {
    // At once: each question of its own costs as much as all of them.
    await page.waitForFunction(
      (busy) =>
        document.readyState === 'complete' &&
        document.querySelector('main') !== null &&
        document.querySelector(busy) === null &&
        document.fonts.status === 'loaded' &&
        document.getAnimations().every((animation) => animation.playState !== 'running'),
      BUSY,
    );
  } catch (cause) {
    const left = await page.evaluate(
      (busy) => [...document.querySelectorAll(busy)].map((element) => element.outerHTML.slice(0, 200)),
      BUSY,
    );
    throw new Error(`${page.url()} is not quiet: ${left.join(' ')}`, { cause });
  }
};

import type { Page } from 'playwright-core';

const BUSY = '[aria-busy="true"], [role="progressbar"], [role="status"][aria-label^="正在"]';

/**
 * Waits until the page is loaded, shows nothing busy and no skeleton, and runs no animation. Throws an error that lists the busy elements
 * if this takes too long.
 */
export const waitUntilSettled = async (page: Page): Promise<void> => {
  try {
    // All checks are one call, because each call to the browser takes as long as this one.
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
    const busyElements = await page.evaluate(
      (busy) => [...document.querySelectorAll(busy)].map((element) => element.outerHTML.slice(0, 200)),
      BUSY,
    );
    throw new Error(`${page.url()} is still busy: ${busyElements.join(' ')}`, { cause });
  }
};

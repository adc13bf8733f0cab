/** Reports when a page shows the text of a book, in any of its frames: text in the window, nothing hidden, after the frame was painted. */
import type { Page } from 'playwright-core';

/** Name of the function with which a frame reports the time (UTC ms). */
export const TEXT_SHOWN = 'reportTextShown';

/** Runs in every frame. Only the parent of a document's frame can watch it, because book documents run no scripts. */
export const installTextProbe = (name: string): void => {
  const isShown = (iframe: HTMLIFrameElement): boolean => {
    const body = iframe.contentDocument?.body;
    const box = iframe.getBoundingClientRect();
    if (!body || box.width === 0 || box.height === 0 || !iframe.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return false;
    const paragraph = body.querySelector('p');
    return paragraph !== null && paragraph.textContent !== '' && paragraph.getClientRects().length > 0;
  };
  const look = (): void => {
    if (![...document.querySelectorAll('iframe')].some(isShown)) {
      requestAnimationFrame(look);
      return;
    }
    // The message arrives after the frame that `look` belongs to was painted.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      (window as unknown as Record<string, (at: number) => void>)[name]?.(performance.timeOrigin + performance.now());
    });
    port1.start();
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
};

/** Resolves with the time (UTC ms) when the page, which is opened after this call, shows text. */
export const watchText = async (page: Page): Promise<{ readonly shown: Promise<number> }> => {
  const { promise, resolve } = Promise.withResolvers<number>();
  await page.exposeFunction(TEXT_SHOWN, resolve);
  await page.addInitScript(installTextProbe, TEXT_SHOWN);
  return { shown: promise };
};

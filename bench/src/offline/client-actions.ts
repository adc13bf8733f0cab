/** What a reader does with a stored book, timed in the page of either client. */
import type { Page } from 'playwright-core';
import { installTextProbe, TEXT_SHOWN } from '../reading/text-probe.ts';

export interface OfflineTimes {
  /** From the click on 开始下载 until the page says that the book is on the device. */
  readonly downloadMs: number;
  /** From the click on the link in the client until text is painted. */
  readonly openedMs: number[];
  /** From the start of the navigation to the address of the book until text is painted: the client itself is loaded too. */
  readonly loadedMs: number[];
  /** From the input of the first text until its hits are shown. */
  readonly firstSearchMs: number;
  /** The same for the texts after it. */
  readonly searchMs: number[];
}

const OPENINGS = 7;

/** Downloads the book from its page. Returns the time in ms. */
export const downloadBook = async (page: Page, go: (path: string) => Promise<void>, bookId: string): Promise<number> => {
  await go(`/course/info/${bookId}`);
  await page.getByRole('button', { name: /^离线下载/ }).click();
  await page.getByText(/整本书 .+B，这台设备还可存约/).waitFor();
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '开始下载');
    const began = performance.now();
    button?.click();
    while (!document.body.innerText.includes('已存在本机')) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - began;
  });
};

/** Reports the times (UTC ms) at which frames that are loaded from now on show text of a book. */
export const followText = async (page: Page): Promise<{ next(): Promise<number> }> => {
  let waiting: ((at: number) => void) | undefined;
  await page.exposeFunction(TEXT_SHOWN, (at: number) => waiting?.(at));
  await page.addInitScript(installTextProbe, TEXT_SHOWN);
  return {
    next: () => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const timer = setTimeout(() => reject(new Error('no text of the book was shown')), 30_000);
      waiting = (at) => {
        clearTimeout(timer);
        resolve(at);
      };
      return promise;
    },
  };
};

/** Opens the stored book by the link of its page, several times. The first time is a warm-up. */
export const timeOpenings = async (page: Page, go: (path: string) => Promise<void>, bookId: string): Promise<[number[], number[]]> => {
  const text = await followText(page);
  const opened: number[] = [];
  const loaded: number[] = [];
  for (let round = 0; round <= OPENINGS; round += 1) {
    await go(`/course/info/${bookId}`);
    const link = page.locator(`a[href^="/course/learning/${bookId}"]`).first();
    await link.waitFor();
    await page.waitForTimeout(1_500);
    const shown = text.next();
    const began = await link.evaluate((element: HTMLElement) => {
      element.click();
      return performance.timeOrigin + performance.now();
    });
    const openedMs = (await shown) - began;
    const shownAgain = text.next();
    await go(`/course/learning/${bookId}`);
    const loadedMs = (await shownAgain) - (await page.evaluate(() => performance.timeOrigin));
    if (round === 0) continue;
    opened.push(openedMs);
    loaded.push(loadedMs);
  }
  return [opened, loaded];
};

/** Searches for texts in the open book. Returns the times in ms, those of the first text at the beginning. */
export const timeSearches = async (page: Page, texts: readonly string[]): Promise<number[]> => {
  await page.getByRole('button', { name: '书内搜索' }).click();
  await page.getByRole('searchbox').waitFor();
  const times: number[] = [];
  for (const text of texts) {
    times.push(
      await page.getByRole('searchbox').evaluate(async (input: HTMLInputElement, q) => {
        const began = performance.now();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, q);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        while (![...document.querySelectorAll('mark')].some(({ textContent }) => textContent === q)) {
          if (performance.now() - began > 20_000) throw new Error(`no hits of ${q}`);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return performance.now() - began;
      }, text),
    );
    await page.waitForTimeout(400);
  }
  return times;
};

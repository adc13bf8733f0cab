/** Operates the reading page in a real browser: opens books, and jumps by the table of contents. */
import type { SignedIn } from '@shufang/dev-env';
import type { Browser, Frame, Page } from 'playwright-core';
import { probe, timeJump, untilReadable } from './page-probe.ts';

const SIZE = { width: 1440, height: 900 };

export const openProfile = async (browser: Browser, url: string, user?: SignedIn): Promise<Page> => {
  const session = user && JSON.stringify({ value: { token: user.login.dpAuthToken }, expiresAt: Date.now() + 86_400_000 });
  const context = await browser.newContext({
    viewport: SIZE,
    locale: 'zh-CN',
    ...(session === undefined
      ? {}
      : { storageState: { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'dpAuth', value: session }] }] } }),
  });
  context.setDefaultTimeout(30_000);
  return context.newPage();
};

export const engineFrame = (page: Page): Promise<Frame> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the reading engine did not appear')), 30_000);
    const look = (frame: Frame): void => {
      if (!frame.url().includes('/~engine/')) return;
      clearTimeout(timer);
      page.off('framenavigated', look);
      resolve(frame);
    };
    page.on('framenavigated', look);
    page.frames().forEach(look);
  });

export interface OpenReader {
  page: Page;
  engine: Frame;
  /** Time from the start of the navigation until the first text was painted, in milliseconds. */
  readableMs: number;
}

export const openReader = async (page: Page, url: string, bookId: string, search = ''): Promise<OpenReader> => {
  const coming = engineFrame(page);
  await page.goto(`${url}/course/learning/${bookId}${search}`, { waitUntil: 'commit' });
  const engine = await coming;
  const at = await untilReadable(engine);
  const began = await page.evaluate(() => performance.timeOrigin);
  await probe(page.mainFrame());
  return { page, engine, readableMs: at - began };
};

const ENTRIES = 'li[aria-posinset] button:not([aria-expanded]):not([aria-current]):not([disabled])';

/** Opens the table of contents and expands the visible entries. */
export const openContents = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  await page.locator('li[aria-posinset]').first().waitFor();
  for (let folded = page.locator('li[aria-posinset] button[aria-expanded="false"]'), n = 0; n < 6 && (await folded.count()) > 0; n += 1)
    await folded.first().click();
};

/**
 * Scrolls the table of contents to `share` (0 to 1) of its height and clicks the entry there. `pressMs`: how long the entry is pressed before
 * it is released, which is when the time starts; 0 for a click without a press, as by keyboard.
 */
export const jumpByContents = async ({ page, engine }: OpenReader, share: number, pressMs = 0): Promise<number> => {
  await page.evaluate(
    ([entries, at]) => {
      const scroller = document.querySelector(entries)?.closest('ul')?.parentElement;
      scroller?.scrollTo({ top: at * (scroller.scrollHeight - scroller.clientHeight), behavior: 'instant' });
    },
    [ENTRIES, share] as const,
  );
  await page.waitForTimeout(300);
  return timeJump(engine, () =>
    page.evaluate(
      async ([entries, press]) => {
        const rows = [...document.querySelectorAll<HTMLElement>(entries)];
        const row = rows[Math.floor(rows.length / 2)];
        if (press > 0) {
          row?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
          await new Promise((resolve) => setTimeout(resolve, press));
        }
        const began = performance.timeOrigin + performance.now();
        row?.click();
        return began;
      },
      [ENTRIES, pressMs] as const,
    ),
  );
};

export const jumpToEntry = async ({ page, engine }: OpenReader, title: string): Promise<number> => {
  const entry = await page.locator('li[aria-posinset] button', { has: page.getByText(title, { exact: true }) }).elementHandle();
  if (entry === null) throw new Error(`the contents have no ${title}`);
  await page.waitForTimeout(400);
  return timeJump(engine, () =>
    entry.evaluate((element) => {
      const began = performance.timeOrigin + performance.now();
      (element as HTMLElement).click();
      return began;
    }),
  );
};

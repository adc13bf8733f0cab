/** Tests touch input in Chromium: swipes that the page follows, taps, and scrolling by the browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textbook, verticalBook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = { text: textbook(), vertical: verticalBook() };
const phone = { width: 390, height: 844 };
let server: FixtureServer;
let browser: Browser;

beforeAll(async () => {
  server = await startFixtureServer(books);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const withReader = async (size: typeof phone, use: (reader: ReaderPage) => Promise<void>, options = {}) => {
  const reader = await openReaderPage(browser, server, size, options);
  try {
    await use(reader);
    expect(await reader.reports('error')).toEqual([]);
  } finally {
    await reader.close();
  }
};

describe('touch input', () => {
  it('turns the page by a swipe', async () => {
    await withReader(
      phone,
      async (reader) => {
        await reader.open(books.text, server.baseUrl('text'));
        const page = async () => (await reader.reports('located')).at(-1)?.page.n;
        await reader.swipe(300, 80);
        await expect.poll(page).toBe(2);
        await reader.rest();
        await reader.swipe(80, 300);
        await expect.poll(page).toBe(1);
      },
      { hasTouch: true },
    );
  });

  /** Returns the left edge of the block's text on the screen. */
  const leftOf = (reader: ReaderPage, block: string) =>
    reader.engineFrame().evaluate((id) => {
      for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
        const box = frame.contentDocument?.querySelector(`[data-block="${id}"]`)?.getClientRects()[0];
        if (box && frame.style.visibility === 'visible') return Math.round(frame.getBoundingClientRect().left + box.left);
      }
      return undefined;
    }, block);

  it.each([
    ['within a chapter', 'text', 'text/ch1.xhtml', false, 1],
    ['between two chapters', 'text', 'text/ch3.xhtml', true, -1],
    ['in vertical text', 'vertical', 'a.xhtml', false, -1],
  ] as const)(
    'moves the page with the finger, moves it back when the finger returns, and ends on a whole page: %s',
    async (_, name, href, isBack, sign) => {
      await withReader(
        phone,
        async (reader) => {
          await reader.open(books[name], server.baseUrl(name));
          await reader.call('goTo', { href });
          await reader.rest();
          const start = await reader.located();
          const block = start.locator.locations.block?.blockId ?? '';
          const rest = (await leftOf(reader, block)) ?? Number.NaN;
          const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
            reader.touch(type, x === undefined ? undefined : { x, y: 500 });
          // A forward swipe moves to the left in horizontal text and to the right in vertical text; a backward swipe moves in the opposite
          // direction.
          const pull = name === 'vertical' ? 1 : isBack ? 1 : -1;
          expect(pull).toBe(-sign);
          await touch('touchStart', 200);
          await touch('touchMove', 200 + pull * 20);
          await touch('touchMove', 200 + pull * 100);
          await expect.poll(() => leftOf(reader, block)).toBe(rest + pull * 100);
          await touch('touchMove', 200 + pull * 5);
          await touch('touchEnd');
          await expect.poll(() => leftOf(reader, block)).toBe(rest);
          await reader.rest();
          expect((await reader.located()).locator).toEqual(start.locator);

          await reader.forget();
          await touch('touchStart', 200);
          await touch('touchMove', 200 + pull * 60);
          await touch('touchMove', 200 + pull * 150);
          await touch('touchEnd');
          const turned = await reader.waitFor('located');
          const way = (turned.locator.locations.totalProgression ?? 0) - (start.locator.locations.totalProgression ?? 0);
          expect(Math.sign(way)).toBe(isBack ? -1 : 1);
          const first = turned.locator.locations.block?.blockId ?? '';
          await expect
            .poll(() =>
              reader.engineFrame().evaluate(() => {
                const frames = [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].filter(
                  (frame) => frame.style.visibility === 'visible',
                );
                const [shown] = frames;
                const view = shown?.contentWindow;
                return {
                  shown: frames.length,
                  shift: shown?.style.translate,
                  off: view ? Math.round(Math.abs(view.scrollX) % innerWidth) + Math.round(view.scrollY % innerHeight) : undefined,
                };
              }),
            )
            .toEqual({ shown: 1, shift: '', off: 0 });
          expect(first).not.toBe('');
          await reader.rest();
          await reader.forget();
          // Chromium takes a tap right after a fling as the end of the fling and fires no click.
          const zones = async () => {
            await reader.page.touchscreen.tap(195, 832);
            return (await reader.reports('tap')).at(-1)?.zone;
          };
          await expect.poll(zones).toBe('center');
        },
        { hasTouch: true },
      );
    },
  );

  it('scrolls by wheel and by finger', async () => {
    await withReader(
      phone,
      async (reader) => {
        await reader.open(books.text, server.baseUrl('text'), { scroll: true });
        const top = () => reader.engineFrame().evaluate(() => document.getElementById('stage')?.scrollTop ?? 0);
        await reader.page.mouse.move(200, 400);
        await reader.page.mouse.wheel(0, 300);
        await expect.poll(top).toBeGreaterThan(200);
        const before = await top();
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
          reader.touch(type, y === undefined ? undefined : { x: 200, y });
        await reader.rest();
        await touch('touchStart', 700);
        for (let y = 660; y >= 300; y -= 40) await touch('touchMove', y);
        await touch('touchEnd');
        await expect.poll(top).toBeGreaterThan(before + 200);
      },
      { hasTouch: true },
    );
  });
});

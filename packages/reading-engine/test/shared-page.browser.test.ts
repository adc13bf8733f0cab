/** Short poems share a page where the book allows it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { poemBook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = {
  horizontal: poemBook(),
  vertical: poemBook('html{writing-mode:vertical-rl}'),
  // The third poem is as long as a column.
  uneven: poemBook('', (index) => (index === 2 ? 9 : 3)),
  broken: poemBook('h1{break-before:page}'),
};
const desktop = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 768 };
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

/** Returns the poems on the page in their order, and the boxes of their text on the stage. */
const pageOf = (reader: ReaderPage) =>
  reader.engineFrame().evaluate(() =>
    [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')]
      .filter((frame) => frame.style.visibility === 'visible')
      .sort((a, b) => Number(a.dataset['segment']) - Number(b.dataset['segment']))
      .map((frame) => {
        const { x, y } = frame.getBoundingClientRect();
        const body = (frame.contentDocument as Document).body.getBoundingClientRect();
        return {
          poem: Number(frame.dataset['segment']),
          box: { left: x + body.left, top: y + body.top, right: x + body.right, bottom: y + body.bottom },
        };
      }),
  );

type PagePoems = Awaited<ReturnType<typeof pageOf>>;
const numbers = (poems: PagePoems): number[] => poems.map(({ poem }) => poem);

const openBook = async (name: keyof typeof books, size: { width: number; height: number }): Promise<ReaderPage> => {
  const reader = await openReaderPage(browser, server, size);
  await reader.open(books[name], server.baseUrl(name));
  return reader;
};

/** Turns in one direction to the end of the book. Returns the poems on each page. */
const turnThrough = async (reader: ReaderPage, direction: 'next' | 'previous'): Promise<number[][]> => {
  const pages = [numbers(await pageOf(reader))];
  while (await reader.call(direction)) {
    await reader.rest();
    pages.push(numbers(await pageOf(reader)));
  }
  return pages;
};

const TOGETHER = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
  [8, 9],
];
const ALONE = [[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]];

it.each([
  ['horizontal', desktop, TOGETHER],
  ['vertical', desktop, TOGETHER],
  ['uneven', tablet, [[0, 1, 2], [3], [4, 5, 6, 7], [8, 9]]],
  ['broken', desktop, ALONE],
  ['vertical', phone, ALONE],
] as const)('poems of the %s book have the same pages forward and back (window %o)', async (name, size, pages) => {
  const reader = await openBook(name, size);
  expect(await turnThrough(reader, 'next')).toEqual(pages);
  expect((await reader.located()).atEnd).toBe(true);
  expect(await turnThrough(reader, 'previous')).toEqual(pages.toReversed());
  expect((await reader.located()).atStart).toBe(true);
  await reader.close();
});

it.each(['horizontal', 'vertical'] as const)('poems that share a page lie inside it and apart (%s)', async (name) => {
  const reader = await openBook(name, desktop);
  const boxes = (await pageOf(reader)).map(({ box }) => box);
  expect(boxes).toHaveLength(4);
  for (const [index, box] of boxes.entries()) {
    expect([box.left >= 0, box.top >= 0, box.right <= desktop.width, box.bottom <= desktop.height]).toEqual([true, true, true, true]);
    const isApart = boxes
      .slice(index + 1)
      .map((other) => other.top >= box.bottom + 16 || other.left >= box.right + 16 || other.right <= box.left - 16);
    expect(isApart).not.toContain(false);
  }
  await reader.close();
});

it('a jump to a poem shows its page with the position in the poem, and selected text is reported where it is', async () => {
  const reader = await openBook('horizontal', desktop);
  expect(await reader.call('goTo', { href: 'poem6.xhtml' })).toBe(true);
  await reader.rest();
  const poems = await pageOf(reader);
  expect(numbers(poems)).toEqual([4, 5, 6, 7]);
  expect((await reader.located()).locator.href).toBe('poem6.xhtml');
  const last = poems.at(-1)?.box ?? { left: 0, top: 0, right: 0, bottom: 0 };
  await reader.page.mouse.dblclick(last.left + 30, last.bottom - 10);
  const selection = await reader.waitFor('selection');
  expect(selection.locator.href).toBe('poem7.xhtml');
  const [rect] = [selection.rect];
  expect([rect.x >= last.left - 2, rect.y >= last.top, rect.y + rect.height <= last.bottom + 2]).toEqual([true, true, true]);
  await reader.close();
});

it('a smaller window parts the poems and a larger one joins them, at the same position', async () => {
  const reader = await openBook('horizontal', desktop);
  await reader.call('goTo', { href: 'poem5.xhtml' });
  await reader.rest();
  await reader.page.setViewportSize({ width: 700, height: 320 });
  await expect.poll(async () => numbers(await pageOf(reader))).toEqual([5]);
  expect((await reader.located()).locator.href).toBe('poem5.xhtml');
  await reader.page.setViewportSize(desktop);
  await expect.poll(async () => numbers(await pageOf(reader))).toEqual([4, 5, 6, 7]);
  expect((await reader.located()).locator.href).toBe('poem5.xhtml');
  await reader.close();
});

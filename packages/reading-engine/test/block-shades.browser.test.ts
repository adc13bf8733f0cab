/** Strips beside blocks, in Chromium: they are drawn, also in a document loaded later, and change no layout. */
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textbook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage } from './reader-page.ts';

const books = { text: textbook() };
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

const blocksOf = (frame: Frame) =>
  frame.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('[data-block]'), (block) => {
      const { x, y, width, height } = block.getBoundingClientRect();
      return { id: block.dataset['block'] ?? '', box: [x, y, width, height], shadow: getComputedStyle(block).boxShadow };
    }),
  );

it('a strip is beside each shaded block, and the text stays where it is', async () => {
  const reader = await openReaderPage(browser, server, { width: 1440, height: 900 });
  await reader.open(books.text, server.baseUrl('text'));
  const frame = await reader.shownFrame();
  const before = await blocksOf(frame);
  expect(before.every(({ shadow }) => shadow === 'none')).toBe(true);
  const later = books.text.publication.readingOrder.items[2]?.segments[0]?.firstBlock ?? '';
  await reader.call('setBlockShades', { b2: 5, [later]: 1, b3: 9 });
  const after = await blocksOf(frame);
  expect(after.map(({ id, box }) => [id, box])).toEqual(before.map(({ id, box }) => [id, box]));
  expect(after.filter(({ shadow }) => shadow !== 'none').map(({ id }) => id)).toEqual(['b2']);
  expect(after.find(({ id }) => id === 'b2')?.shadow).toContain('rgb(55, 50, 42) -10px 0px 0px 0px');

  await reader.call('goTo', { href: 'text/ch3.xhtml' });
  const shaded = (await blocksOf(await reader.shownFrame())).filter(({ shadow }) => shadow !== 'none');
  expect(shaded.map(({ id }) => id)).toEqual([later]);
  await reader.call('setBlockShades', {});
  expect((await blocksOf(await reader.shownFrame())).every(({ shadow }) => shadow === 'none')).toBe(true);
  await reader.close();
});

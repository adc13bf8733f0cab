/** The styles of highlights, in Chromium. */
import type { HighlightStyle } from '@shufang/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Decoration } from '../src/index.ts';
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

it('a line under a highlight replaces its ground, and a change of the style is drawn', async () => {
  const reader = await openReaderPage(browser, server, { width: 1440, height: 900 });
  await reader.open(books.text, server.baseUrl('text'));
  const { href, char } = books.text.starts.get('b2') ?? { href: '', char: 0 };
  const exact = (books.text.blocks.get('b2') ?? '').slice(4, 12);
  const styled = (kind: Decoration['style']['kind'], highlightStyle: HighlightStyle): Decoration => ({
    id: 'a',
    target: {
      href,
      blocks: { start: { blockId: 'b2', offset: 4 }, end: { blockId: 'b2', offset: 12 } },
      quote: { exact, prefix: '', suffix: '' },
      position: { start: char + 4, end: char + 12 },
      cfi: '',
    },
    style: { color: 'blue', kind, highlightStyle },
  });
  const frame = await reader.shownFrame();
  const painted = async (...items: Decoration[]) => {
    await reader.call('setDecorations', 'marks', items);
    return frame.evaluate(() => {
      const { highlights } = (window as never as { CSS: { highlights: Map<string, Set<Range>> } }).CSS;
      return [...highlights].flatMap(([name, ranges]) => [...ranges].map((range) => `${name}: ${range.toString()}`));
    });
  };
  expect(await painted(styled('highlight', 'underline'))).toEqual([`shufang-underline-blue: ${exact}`]);
  expect(await painted(styled('note', 'wavy'))).toEqual([`shufang-wavy-blue: ${exact}`, `shufang-lined-note: ${exact}`]);
  const line = await frame.evaluate(() => {
    const { textDecorationStyle, textDecorationColor } = getComputedStyle(document.body, '::highlight(shufang-wavy-blue)');
    return [textDecorationStyle, textDecorationColor];
  });
  expect(line).toEqual(['wavy', 'rgb(42, 114, 200)']);
  expect(await painted()).toEqual([]);
  await reader.close();
});

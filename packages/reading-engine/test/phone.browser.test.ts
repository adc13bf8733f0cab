/** Tests on a narrow screen in Chromium: tables, code, and jumps to page breaks that are hidden. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { phoneBook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const book = phoneBook();
let server: FixtureServer;
let browser: Browser;
let reader: ReaderPage;

beforeAll(async () => {
  server = await startFixtureServer({ phone: book });
  browser = await launchChromium();
  reader = await openReaderPage(browser, server, { width: 390, height: 844 }, { hasTouch: true });
  await reader.open(book, server.baseUrl('phone'));
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('a table with many columns keeps six characters in a row of a cell, and a finger scrolls it', async () => {
  const frame = await reader.shownFrame();
  const boxOfTable = () =>
    frame.evaluate(() => {
      const table = document.querySelector('table');
      const cell = document.querySelector('td');
      if (!table || !cell) throw new Error('no table');
      const { fontSize, paddingLeft } = getComputedStyle(cell);
      const chars = (cell.clientWidth - 2 * Number.parseFloat(paddingLeft)) / Number.parseFloat(fontSize);
      const { left, top, width, height } = table.getBoundingClientRect();
      return { chars: Math.round(chars), x: left + width / 2, y: top + height / 2, right: left + width, scrolled: table.scrollLeft };
    });
  const before = await boxOfTable();
  expect(before.chars).toBeGreaterThanOrEqual(6);
  expect(before.right).toBeLessThanOrEqual(390);
  await reader.touch('touchStart', { x: before.x, y: before.y });
  for (const moved of [20, 60, 100, 140]) await reader.touch('touchMove', { x: before.x - moved, y: before.y });
  await reader.touch('touchEnd');
  await expect.poll(async () => (await boxOfTable()).scrolled).toBeGreaterThan(60);
  expect((await reader.located()).locator.href).toBe('table.xhtml');
});

it('long code continues on the next pages, and wrapped lines stay to the right of their indentation', async () => {
  await reader.call('goTo', { href: 'code.xhtml' });
  expect((await reader.located()).page.of).toBeGreaterThan(3);
  const frame = await reader.shownFrame();
  const columns = await frame.evaluate(() => {
    const text = document.querySelector('code')?.firstChild as Text;
    const range = document.createRange();
    const indent = text.data.indexOf('total');
    range.setStart(text, indent);
    range.setEnd(text, text.data.indexOf('\n', indent));
    return [...range.getClientRects()].map((box) => Math.round(box.left));
  });
  expect(columns.length).toBeGreaterThan(1);
  expect(Math.min(...columns.slice(1))).toBeGreaterThan(columns[0] ?? 0);
});

it.each([
  ['page-2', 820],
  ['page-3', 840],
])('a jump to the hidden page break %s shows the text after it', async (fragment, paragraph) => {
  await reader.call('goTo', { href: `breaks.xhtml#${fragment}` });
  const { visible, page } = await reader.located();
  const [id] = [...book.blocks].find(([, text]) => text.startsWith(`第${paragraph}段`)) ?? [''];
  const char = book.starts.get(id)?.char ?? 0;
  expect(page.n).toBeGreaterThan(1);
  expect(visible.startChar).toBeLessThanOrEqual(char);
  expect(visible.endChar).toBeGreaterThan(char);
});

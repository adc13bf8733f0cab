/** A chapter that the reader is about to open is loaded before the jump. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textbook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = { text: textbook() };
const SECOND = books.text.publication.readingOrder.items[1]?.segments[0]?.href ?? '';
/** Segment 5 of the book. */
const LAST = 'text/ch3.xhtml';
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

const segments = (reader: ReaderPage): Promise<(string | undefined)[]> =>
  reader.engineFrame().evaluate(() => [...document.querySelectorAll<HTMLIFrameElement>('iframe')].map((frame) => frame.dataset['segment']));
const requestsOf = (href: string): number => server.requests.filter((pathname) => pathname.endsWith(href)).length;

it.each([false, true])('a prepared chapter is requested once, before the jump to it (scroll: %s)', async (scroll) => {
  const reader = await openReaderPage(browser, server, { width: 1440, height: 900 });
  await reader.open(books.text, server.baseUrl('text'), { scroll });
  const before = requestsOf(LAST);
  await reader.call('prepare', { href: LAST });
  await expect.poll(() => requestsOf(LAST)).toBe(before + 1);
  // A move removes the frames that are far away, but not the prepared one.
  await reader.call('goTo', { href: SECOND });
  await expect.poll(() => segments(reader)).toContain('2');
  await reader.call('goTo', { href: 'text/ch1.xhtml' });
  await expect.poll(() => segments(reader)).not.toContain('2');
  expect(await segments(reader)).toContain('5');
  expect(await reader.call('goTo', { href: LAST })).toBe(true);
  expect((await reader.located()).locator.href).toBe(LAST);
  expect(requestsOf(LAST)).toBe(before + 1);
  await reader.close();
});

it('a prepared chapter that fails to load is not reported, and is loaded by the jump', async () => {
  const reader = await openReaderPage(browser, server, { width: 1440, height: 900 });
  await reader.open(books.text, server.baseUrl('text'));
  server.fail(LAST, true);
  const before = requestsOf(LAST);
  await reader.call('prepare', { href: LAST });
  await expect.poll(() => requestsOf(LAST)).toBe(before + 1);
  await reader.rest();
  expect(await reader.reports('error')).toEqual([]);
  server.fail(LAST, false);
  expect(await reader.call('goTo', { href: LAST })).toBe(true);
  expect((await reader.located()).locator.href).toBe(LAST);
  await reader.close();
});

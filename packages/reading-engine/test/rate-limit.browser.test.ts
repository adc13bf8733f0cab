/** The server's rate limit (status 429): the engine reports it once, keeps the position, and continues to the destination. */
import { defaultReadingPreferences } from '@shufang/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textbook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = { text: textbook() };
const desktop = { width: 1440, height: 900 };
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

const shownUrl = async (reader: ReaderPage) => (await reader.shownFrame()).url();

describe('the rate limit of the server', () => {
  it('a book opens at the saved position, not at the beginning, when the first request is rate limited and a key is pressed', async () => {
    const reader = await openReaderPage(browser, server, desktop);
    await reader.open(books.text, server.baseUrl('text'));
    await reader.call('goTo', { href: 'text/ch3.xhtml' });
    const { locator } = await reader.located();
    server.fail('text/ch3.xhtml', true, 429);
    const preferences = defaultReadingPreferences;
    await reader.call('open', { baseUrl: server.baseUrl('text'), publication: books.text.publication, preferences, locator });
    expect(await reader.waitFor('error')).toEqual({ code: 'tooMany', message: 'text/ch3.xhtml' });
    expect(await reader.call('next')).toBe(false);
    server.fail('text/ch3.xhtml', false);
    await reader.call('setTicket', server.baseUrl('text'));
    await expect.poll(async () => (await reader.shownFrame()).url()).toContain('text/ch3.xhtml');
    await reader.close();
  });

  it('the engine reports the rate limit, and goes to the destination when the server responds again', async () => {
    const reader = await openReaderPage(browser, server, desktop);
    await reader.open(books.text, server.baseUrl('text'));
    server.fail('text/ch3.xhtml', true, 429);
    expect(await reader.call('goTo', { href: 'text/ch3.xhtml' })).toBe(false);
    expect(await reader.waitFor('error')).toEqual({ code: 'tooMany', message: 'text/ch3.xhtml' });
    server.fail('text/ch3.xhtml', false);
    await reader.call('setTicket', server.baseUrl('text'));
    expect((await reader.located()).locator.href).toBe('text/ch3.xhtml');
    await reader.close();
  });

  it('the rate limit is reported when a scroll reaches the end of the loaded text, and the text continues there afterward', async () => {
    const reader = await openReaderPage(browser, server, desktop);
    const [first = '', second = ''] = books.text.publication.readingOrder.items.flatMap((item) => item.segments.map(({ href }) => href));
    server.fail(second, true, 429);
    await reader.open(books.text, server.baseUrl('text'), { scroll: true });
    const count = () => reader.engineFrame().evaluate(() => document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]').length);
    expect(await count()).toBe(1);
    expect(await reader.reports('error')).toEqual([]);
    await reader.engineFrame().evaluate(() => document.getElementById('stage')?.scrollTo(0, 1_000_000));
    expect(await reader.waitFor('error')).toEqual({ code: 'tooMany', message: second });
    await reader.rest();
    const before = await reader.located();
    expect(before.locator.href).toBe(first);
    server.fail(second, false);
    await reader.call('setTicket', server.baseUrl('text'));
    await reader.rest();
    expect(await count()).toBeGreaterThan(1);
    expect((await reader.located()).locator).toEqual(before.locator);
    expect(await reader.call('next')).toBe(true);
    expect((await reader.located()).visible.startChar === before.visible.startChar).toBe(false);
    await reader.close();
  });

  it('no move is reported when only the window changes during the rate limit', async () => {
    const reader = await openReaderPage(browser, server, desktop);
    await reader.open(books.text, server.baseUrl('text'));
    const { locator } = await reader.located();
    server.fail('text/ch3.xhtml', true, 429);
    expect(await reader.call('goTo', { href: 'text/ch3.xhtml' })).toBe(false);
    await reader.forget();
    await reader.page.setViewportSize({ width: 700, height: 800 });
    await reader.rest();
    const reports = await reader.reports('located');
    expect(reports.map(({ cause }) => cause)).toEqual(['layout']);
    expect(reports[0]?.locator.locations.block).toEqual(locator.locations.block);
    server.fail('text/ch3.xhtml', false);
    await reader.call('setTicket', server.baseUrl('text'));
    expect(await reader.located()).toMatchObject({ cause: 'move', locator: { href: 'text/ch3.xhtml' } });
    expect(await shownUrl(reader)).toContain('text/ch3.xhtml');
    await reader.close();
  });
});

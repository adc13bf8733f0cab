/** Tests a book whose reading order arrives in two parts: the documents around the position first, all of them later. */
import { defaultReadingPreferences, type Locator } from '@shufang/contract';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Navigator } from '../src/index.ts';
import { fixedBook, textbook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';
import { readingOrderPart } from './reading-order-part.ts';

const books = { text: textbook(), fixed: fixedBook() };
let server: FixtureServer;
let browser: Browser;
let reader: ReaderPage;

beforeAll(async () => {
  server = await startFixtureServer(books);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  reader = await openReaderPage(browser, server, { width: 390, height: 844 });
});
afterEach(() => reader.close());

/** Opens a book of which the engine knows only one document, or `known` documents. */
const openPart = async (name: 'text' | 'fixed', document: number, more: object = {}, known = 1): Promise<void> => {
  const { metadata, readingOrder } = books[name].publication;
  const publication = { metadata, readingOrder: readingOrderPart(readingOrder.items, document, document + known) };
  await reader.call('open', { baseUrl: server.baseUrl(name), publication, preferences: defaultReadingPreferences, ...more });
};
const complete = (name: 'text' | 'fixed') => reader.call('completeReadingOrder', books[name].publication.readingOrder.items);
/** Starts a request without waiting for its output. Returns a function that returns whether it is done. */
const start = async (
  ...request: [name: string, ...input: unknown[]]
): Promise<{ output: () => Promise<unknown>; isDone: () => boolean }> => {
  let isDone = false;
  const output = reader.call(...request).finally(() => {
    isDone = true;
  });
  // Any later request is answered after the first has been received.
  await reader.call('clearSearchResult');
  return { output: () => output, isDone: () => isDone };
};
/** Opens the text of which the engine knows only the first document at a position, without waiting until it is shown. */
const startOpening = (locator: Locator) =>
  start('open', {
    baseUrl: server.baseUrl('text'),
    publication: { ...books.text.publication, readingOrder: readingOrderPart(books.text.publication.readingOrder.items, 0, 1) },
    preferences: defaultReadingPreferences,
    locator,
  });
const hrefNow = async (): Promise<string> => (await reader.located()).locator.href;

describe('a book that states the document with which it opens', () => {
  const openFrom = async (startHref: string, items = books.text.publication.readingOrder.items): Promise<void> => {
    const publication = { metadata: { ...books.text.publication.metadata, startHref }, readingOrder: readingOrderPart(items) };
    await reader.call('open', { baseUrl: server.baseUrl('text'), publication, preferences: defaultReadingPreferences });
  };

  it('opens there', async () => {
    await openFrom('text/ch2.xhtml');
    expect(await hrefNow()).toBe('text/ch2.xhtml');
    expect((await reader.located()).atStart).toBe(false);
  });

  it('opens at the first document that the reader may open, if that one is closed', async () => {
    const { items } = books.text.publication.readingOrder;
    await openFrom(
      'text/ch2.xhtml',
      items.map((item) => (item.href === 'text/ch2.xhtml' ? { ...item, open: false } : item)),
    );
    expect(await hrefNow()).toBe('text/ch1.xhtml');
  });
});

describe('a book of which one document is known', () => {
  it('opens there with the progression of the whole book, and neither starts nor ends there', async () => {
    await openPart('text', 1);
    const located = await reader.located();
    const [first] = books.text.publication.readingOrder.items;
    expect(located.locator.href).toBe('text/ch2.xhtml');
    expect(located.locator.locations.totalProgression).toBeCloseTo((first?.chars ?? 0) / books.text.publication.metadata.chars, 3);
    expect([located.atStart, located.atEnd]).toEqual([false, false]);
  });

  it('turns to a document beside it as soon as the whole reading order arrives', async () => {
    await openPart('text', 0);
    const { page } = await reader.located();
    for (let n = page.n; n < page.of; n += 1) expect(await reader.call('next')).toBe(true);
    const turn = await start('next');
    expect([turn.isDone(), await hrefNow()]).toEqual([false, 'text/ch1.xhtml']);
    await complete('text');
    expect(await turn.output()).toBe(true);
    expect(await hrefNow()).toBe('text/ch2.xhtml');
  });

  it.each([
    ['an address', 'goTo', { href: 'text/ch3.xhtml' }],
    ['a locator', 'goTo', { locator: { href: 'text/ch3.xhtml', locations: {} } }],
    ['a progression', 'goToProgression', 0.999],
  ])('goes to %s outside of it as soon as the whole reading order arrives', async (_what, name, input) => {
    await openPart('text', 0);
    const jump = await start(name, input);
    expect([jump.isDone(), await hrefNow()]).toEqual([false, 'text/ch1.xhtml']);
    await complete('text');
    expect(await jump.output()).toBe(true);
    expect(await hrefNow()).toBe('text/ch3.xhtml');
  });

  it('opens at a position outside of it when the whole reading order arrives', async () => {
    await startOpening({ href: 'text/ch3.xhtml', locations: {} });
    await complete('text');
    await reader.waitFor('opened');
    expect(await hrefNow()).toBe('text/ch3.xhtml');
    expect((await reader.located()).atEnd).toBe(true);
  });

  it('does not jump when the whole reading order arrives if the reader has turned a page since', async () => {
    await openPart('text', 0);
    const jump = await start('goTo', { href: 'text/ch3.xhtml' });
    expect(await reader.call('next')).toBe(true);
    await complete('text');
    expect(await jump.output()).toBe(false);
    expect(await hrefNow()).toBe('text/ch1.xhtml');
  });

  it('ends an opening that waits when it is opened again', async () => {
    const opening = await startOpening({ href: 'text/ch3.xhtml', locations: {} });
    expect(opening.isDone()).toBe(false);
    await openPart('text', 1);
    await opening.output();
    expect((await reader.reports('opened')).length).toBe(1);
    expect(await hrefNow()).toBe('text/ch2.xhtml');
  });

  it('still opens at its position if it becomes a scrolled book meanwhile', async () => {
    const opening = {
      baseUrl: server.baseUrl('text'),
      publication: books.text.publication,
      preferences: defaultReadingPreferences,
      locator: { href: 'text/ch3.xhtml', locations: {} },
    };
    await reader.page.evaluate(
      ([open, preferences]) => {
        const { reader: navigator } = window as never as { reader: Navigator };
        return Promise.all([navigator.open(open), navigator.applyPreferences(preferences)]);
      },
      [opening, { ...defaultReadingPreferences, scroll: true }] as const,
    );
    expect(await hrefNow()).toBe('text/ch3.xhtml');
  });

  it('shows the first open document behind the wall if its position and the known documents are closed', async () => {
    const { metadata, readingOrder } = books.text.publication;
    const items = readingOrder.items.map((item, index) => ({ ...item, open: index === 0 }));
    const opening = await start('open', {
      baseUrl: server.baseUrl('text'),
      publication: { metadata, readingOrder: readingOrderPart(items, 1, 3) },
      preferences: defaultReadingPreferences,
      locator: { href: 'text/ch2.xhtml', locations: {} },
    });
    expect(await reader.waitFor('wall')).toMatchObject({ href: 'text/ch2.xhtml', direction: 'jump' });
    await reader.call('completeReadingOrder', items);
    await opening.output();
    expect(await hrefNow()).toBe('text/ch1.xhtml');
  });

  it('reports an address that is not in the book only when the whole reading order is known', async () => {
    await openPart('text', 0);
    const jump = await start('goTo', { href: 'text/gone.xhtml' });
    expect(await reader.reports('error')).toEqual([]);
    await complete('text');
    expect(await jump.output()).toBe(false);
    expect(await reader.waitFor('error')).toMatchObject({ code: 'unknownPlace' });
  });

  it('reports the end of the book again when it is known, and loads the documents beside the page', async () => {
    await openPart('text', 2, { preferences: { ...defaultReadingPreferences, scroll: true } });
    await complete('text');
    await expect
      .poll(() => reader.engineFrame().evaluate(() => document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]').length))
      .toBe(2);
  });

  it('waits for the other pages if it has a fixed layout, because they determine the spreads', async () => {
    const opening = openPart('fixed', 1, {}, 3);
    await reader.call('clearSearchResult');
    expect(await reader.reports('opened')).toEqual([]);
    expect(await reader.call('next')).toBe(false);
    await complete('fixed');
    await opening;
    expect(await hrefNow()).toBe(books.fixed.publication.readingOrder.items[0]?.href);
  });
});

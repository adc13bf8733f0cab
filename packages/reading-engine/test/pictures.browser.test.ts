/** Pictures, plates and the tops of pages, in Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureBook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = { across: pictureBook('horizontal-tb'), down: pictureBook('vertical-rl') };
const desktop = { width: 1440, height: 900 };
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

const withReader = async (size: typeof phone, use: (reader: ReaderPage) => Promise<void>) => {
  const reader = await openReaderPage(browser, server, size);
  try {
    await use(reader);
    expect(await reader.reports('error')).toEqual([]);
  } finally {
    await reader.close();
  }
};

/** Box of the picture on the page shown, once it has come. */
const pictureBox = async (reader: ReaderPage) => {
  const frame = await reader.shownFrame();
  return frame.evaluate(async () => {
    const picture = document.querySelector('img');
    if (!picture) return undefined;
    await picture.decode();
    const { left, top, right, bottom, width, height } = picture.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  });
};

const cases = [
  ['lines across, desktop', desktop, 'across'],
  ['lines across, phone', phone, 'across'],
  ['lines downwards, desktop', desktop, 'down'],
  ['lines downwards, phone', phone, 'down'],
] as const;

describe('a picture larger than the page', () => {
  it.each(cases)('is a page by itself, whole and in the middle, where the document is nothing else: %s', async (_, size, name) => {
    await withReader(size, async (reader) => {
      await reader.open(books[name], server.baseUrl(name));
      for (const href of ['cover.xhtml', 'plate.xhtml']) {
        await reader.call('goTo', { href });
        const { page } = await reader.located();
        expect({ href, page }).toEqual({ href, page: { n: 1, of: 1 } });
        const box = await pictureBox(reader);
        if (!box) throw new Error('no picture');
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.top).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(size.width);
        expect(box.bottom).toBeLessThanOrEqual(size.height);
        expect(Math.max(box.width / size.width, box.height / size.height)).toBeGreaterThan(0.6);
        // The caption of the plate takes its room.
        const offCentre = [(box.left + box.right - size.width) / 2, (box.top + box.bottom - size.height) / 2].map(Math.abs);
        expect(Math.max(...offCentre)).toBeLessThan(href === 'cover.xhtml' ? 16 : 60);
      }
    });
  });

  it.each(cases)('is made to fit between paragraphs: %s', async (_, size, name) => {
    await withReader(size, async (reader) => {
      await reader.open(books[name], server.baseUrl(name));
      await reader.call('goTo', { href: 'text.xhtml' });
      await reader.located();
      const box = await pictureBox(reader);
      if (!box) throw new Error('no picture');
      expect(box.width).toBeGreaterThan(100);
      expect(box.width).toBeLessThanOrEqual(size.width);
      expect(box.height).toBeGreaterThan(100);
      expect(box.height).toBeLessThanOrEqual(size.height);
      const edge = name === 'across' ? [box.left, box.right, size.width] : [box.top, box.bottom, size.height];
      const [from = 0, to = 0, page = 1] = edge;
      expect(Math.floor(from / page)).toBe(Math.floor((to - 1) / page));
    });
  });
});

describe('the top of a page', () => {
  it('is the same for the first column of a document and for all that follow', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.across, server.baseUrl('across'));
      await reader.call('goTo', { href: 'text.xhtml' });
      await reader.located();
      const tops = await (await reader.shownFrame()).evaluate(() => {
        const heading = document.querySelector('h1')?.getBoundingClientRect().top ?? 0;
        const lines = [...document.querySelectorAll('p')].flatMap((block) => [...block.getClientRects()]).map((box) => box.top);
        return { heading, column: Math.min(...lines) };
      });
      expect(Math.abs(tops.heading - tops.column)).toBeLessThan(1);
    });
  });
});

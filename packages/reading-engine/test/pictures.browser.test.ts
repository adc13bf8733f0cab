/** Tests pictures, plates and the top margins of pages in Chromium. */
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

/** Returns the box of the picture on the current page, after the picture is loaded. */
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
  it.each(cases)('has a page of its own, complete and centered, when its document contains nothing else: %s', async (_, size, name) => {
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
        // The caption of the plate takes space on the page, so the plate may be further from the center than the cover.
        const offCenter = [(box.left + box.right - size.width) / 2, (box.top + box.bottom - size.height) / 2].map(Math.abs);
        expect(Math.max(...offCenter)).toBeLessThan(href === 'cover.xhtml' ? 16 : 60);
      }
    });
  });

  it.each(cases)('is scaled down between paragraphs: %s', async (_, size, name) => {
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

describe('the top margin of a page', () => {
  it('is the same in the first column of a document and in all following columns', async () => {
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

/** Returns the texts, the size and the center color of the last picture that was opened. */
const openedFigure = async (reader: ReaderPage) => {
  await reader.waitFor('figure');
  return reader.page.evaluate(() => {
    const { reports } = window as never as { reports: { name: string; data: { picture: ImageBitmap; alt: string; caption: string } }[] };
    const figure = reports.findLast((report) => report.name === 'figure')?.data;
    if (!figure) throw new Error('no figure');
    const { picture, alt, caption } = figure;
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const color = [...(context?.getImageData(picture.width / 2, picture.height / 2, 1, 1).data ?? [])];
    return { alt, caption, width: picture.width, height: picture.height, color };
  });
};

const clickPicture = async (reader: ReaderPage, selector: string) => {
  const box = await (await reader.shownFrame()).evaluate((wanted) => {
    const { left, top, width, height } = document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, selector);
  await reader.page.mouse.click(box.x, box.y);
};

describe('a picture', () => {
  it('is sent to the app as a bitmap on a click, and the page does not turn', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.across, server.baseUrl('across'));
      await reader.call('goTo', { href: 'text.xhtml' });
      await reader.rest();
      const before = await reader.located();
      await clickPicture(reader, 'img');
      expect(await openedFigure(reader)).toEqual({ alt: '', caption: '', width: 3000, height: 2000, color: [49, 80, 107, 255] });
      expect((await reader.located()).locator).toEqual(before.locator);
      expect(await reader.reports('tap')).toEqual([]);
    });
  });

  it.each([['paged', false] as const, ['scrolled', true] as const])(
    'is focused and opened by keyboard in a book that is %s',
    async (_, scroll) => {
      await withReader(phone, async (reader) => {
        await reader.open(books.across, server.baseUrl('across'), { scroll });
        await reader.call('goTo', { href: 'drawing.xhtml' });
        await reader.rest();
        await reader.call('focus');
        await reader.page.keyboard.press('Tab');
        await reader.page.keyboard.press('Enter');
        // A drawing is rendered with the styles of the book, at a higher resolution than in the text.
        expect(await openedFigure(reader)).toEqual({
          alt: '一块红布',
          caption: '图一 红布',
          width: 3000,
          height: 1500,
          color: [176, 58, 46, 255],
        });
      });
    },
  );

  it('that fills the page opens by a click in its middle, and clicks at its sides turn the page', async () => {
    await withReader(phone, async (reader) => {
      await reader.open(books.across, server.baseUrl('across'));
      await reader.call('goTo', { href: 'cover.xhtml' });
      await reader.rest();
      await reader.page.mouse.click(195, 422);
      expect(await openedFigure(reader)).toMatchObject({ width: 2250, height: 3000 });
      await reader.page.mouse.click(370, 422);
      await reader.rest();
      expect((await reader.located()).locator.href).toBe('plate.xhtml');
      expect(await reader.reports('figure')).toHaveLength(1);
      // After the app has closed the picture, the next key acts on the same picture.
      await reader.page.evaluate(() => {
        const elsewhere = document.body.appendChild(document.createElement('button'));
        elsewhere.focus();
        elsewhere.remove();
      });
      await reader.call('focus');
      await reader.page.keyboard.press(' ');
      await reader.waitFor('figure', 2);
    });
  });

  it('no larger than a character does not open', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.across, server.baseUrl('across'));
      await reader.call('goTo', { href: 'drawing.xhtml' });
      await reader.rest();
      await clickPicture(reader, 'img[alt="㐂"]');
      await reader.waitFor('tap');
      expect(await reader.reports('figure')).toEqual([]);
    });
  });
});

it('a picture without a description has the fallback name provided by the app', async () => {
  await withReader(desktop, async (reader) => {
    await reader.open(books.across, server.baseUrl('across'));
    await reader.call('goTo', { href: 'cover.xhtml' });
    const frame = await reader.shownFrame();
    await expect.poll(() => frame.getByRole('button', { name: '无名之图' }).count()).toBe(1);
  });
});

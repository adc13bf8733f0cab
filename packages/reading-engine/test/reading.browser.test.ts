/** Tests the engine in Chromium through the app's side of the channel. */
import { defaultReadingPreferences } from '@shufang/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Located } from '../src/index.ts';
import { fixedBook, textbook, verticalBook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = { text: textbook(), vertical: verticalBook(), fixed: fixedBook() };
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

const withReader = async (size: { width: number; height: number }, use: (reader: ReaderPage) => Promise<void>, options = {}) => {
  const reader = await openReaderPage(browser, server, size, options);
  try {
    await use(reader);
    expect(reader.foreignRequests).toEqual([]);
    expect(await reader.reports('error')).toEqual([]);
  } finally {
    await reader.close();
  }
};

/** Turns from the first page to the last. Returns all positions. */
const turnThrough = async (reader: ReaderPage): Promise<Located[]> => {
  const positions = [await reader.located()];
  while (!positions.at(-1)?.atEnd) {
    expect(await reader.call('next')).toBe(true);
    positions.push(await reader.located());
    if (positions.length > 300) throw new Error('the end of the book was not reached');
  }
  return positions;
};

const expectEveryCharacterOnce = (positions: Located[], book: (typeof books)['text']) => {
  const ends = new Map<string, number>();
  for (const { visible } of positions) {
    // A gap of one character is allowed, because the line feed between two blocks or two segments belongs to no page.
    const before = ends.get(visible.href) ?? 0;
    expect(visible.startChar).toBeGreaterThanOrEqual(before);
    expect(visible.startChar - before).toBeLessThanOrEqual(1);
    ends.set(visible.href, visible.endChar);
  }
  for (const item of book.publication.readingOrder.items) expect(ends.get(item.href)).toBe(item.chars);
};

describe('the paged view', () => {
  it.each([
    ['desktop, two columns', desktop, 'text'],
    ['phone', phone, 'text'],
    ['vertical on the desktop', desktop, 'vertical'],
    ['vertical on the phone', phone, 'vertical'],
  ] as const)('shows every character exactly once: %s', async (_, size, name) => {
    await withReader(size, async (reader) => {
      await reader.open(books[name], server.baseUrl(name));
      const positions = await turnThrough(reader);
      expectEveryCharacterOnce(positions, books[name]);
      expect(positions[0]?.atStart).toBe(true);
      expect(await reader.call('next')).toBe(false);
      const back = [positions.at(-1)];
      while (!back[0]?.atStart) {
        expect(await reader.call('previous')).toBe(true);
        back.unshift(await reader.located());
      }
      expect(back.map((position) => position?.visible)).toEqual(positions.map((position) => position.visible));
    });
  });

  it('cuts no character at the edge of a page', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'));
      for (let turn = 0; turn < 4; turn++) {
        const frame = await reader.shownFrame();
        const cut = await frame.evaluate(() => {
          const out: string[] = [];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.parentElement?.closest('table')) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const box of range.getClientRects()) {
              const crosses = (edge: number) => box.left < edge - 1 && box.right > edge + 1;
              if (box.width > 0 && (crosses(0) || crosses(innerWidth) || crosses(innerWidth / 2) || box.bottom > innerHeight)) {
                out.push(`${node.textContent?.slice(0, 20)} ${box.left}-${box.right} bottom ${box.bottom}`);
              }
            }
          }
          return out;
        });
        expect(cut).toEqual([]);
        await reader.call('next');
        await reader.located();
      }
    });
  });

  it('does not stretch the letters of code where justified Chinese text is stretched to fill the line', async () => {
    await withReader(phone, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'), { textAlign: 'justify' });
      const widths = await (await reader.shownFrame()).evaluate(() => {
        const found = new Set<number>();
        for (let before = 3; before < 12; before++) {
          const paragraph = document.createElement('p');
          paragraph.innerHTML = `${'学'.repeat(before)}习，先写<code>helloworld</code>${'而后读之'.repeat(12)}`;
          document.body.prepend(paragraph);
          const boxes = [...(paragraph.querySelector('code')?.getClientRects() ?? [])];
          found.add(Math.round(boxes.reduce((sum, box) => sum + box.width, 0) * 4) / 4);
          paragraph.remove();
        }
        return [...found];
      });
      expect(widths).toHaveLength(1);
    });
  });

  it.each([
    ['a paged book', 'text', false],
    ['a vertical book', 'vertical', false],
    ['a scrolled book', 'text', true],
  ] as const)('%s stays at its position when the frame has no size for a moment', async (_what, name, scroll) => {
    await withReader(desktop, async (reader) => {
      await reader.open(books[name], server.baseUrl(name), { scroll });
      for (let n = 0; n < 3; n += 1) await reader.call('next');
      await reader.rest();
      const before = await reader.located();
      await reader.page.evaluate(() => {
        const iframe = document.querySelector('iframe');
        if (iframe) iframe.style.cssText += '; width: 0; height: 0';
      });
      await reader.engineFrame().waitForFunction(() => innerWidth === 0);
      await reader.call('applyPreferences', { ...defaultReadingPreferences, scroll, paper: 'green' });
      await reader.located();
      await reader.page.evaluate(() => {
        const iframe = document.querySelector('iframe');
        if (iframe) iframe.style.cssText += '; width: 100vw; height: 100vh';
      });
      await reader.engineFrame().waitForFunction(() => innerWidth > 0);
      await reader.rest();
      const after = await reader.located();
      expect(after.locator).toEqual(before.locator);
      expect(after.visible.startChar).toBe(before.visible.startChar);
      for (const { locator } of await reader.reports('located')) expect(locator.locations.block).toBeDefined();
    });
  });

  it('keeps the same character on the screen when the window is resized and restored', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'));
      await reader.call('goToProgression', 0.6);
      const start = await reader.located();
      await reader.call('next');
      const before = await reader.located();
      for (let round = 0; round < 3; round++) {
        for (const size of [phone, { width: 1024, height: 700 }, desktop]) {
          await reader.page.setViewportSize(size);
          await reader.page.waitForFunction((width) => (document.querySelector('iframe')?.clientWidth ?? 0) === width, size.width);
          await reader
            .engineFrame()
            .waitForFunction(
              (width) =>
                [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].some(
                  (frame) => frame.style.visibility === 'visible' && frame.clientWidth === width,
                ),
              size.width,
            );
          await reader.located();
          const now = await reader.located();
          expect(now.locator.locations.block).toEqual(before.locator.locations.block);
          const { startChar, endChar } = now.visible;
          expect(before.visible.startChar).toBeGreaterThanOrEqual(startChar);
          expect(before.visible.startChar).toBeLessThan(endChar);
        }
      }
      await reader.call('previous');
      expect((await reader.located()).visible.startChar).toBe(start.visible.startChar);
    });
  });

  it('opens a saved position at the same character in a window of another size', async () => {
    let saved: Located | undefined;
    await withReader(phone, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'));
      await reader.call('goTo', { href: 'text/ch2.xhtml#sec' });
      // Turns pages until one begins in the middle of a paragraph, because only there the saved offset is not 0.
      for (let turns = 0; turns < 10 && (saved?.locator.locations.block?.offset ?? 0) === 0; turns++) {
        await reader.call('next');
        saved = await reader.located();
      }
      expect(saved?.locator.locations.block?.offset).toBeGreaterThan(0);
    });
    await withReader(desktop, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'), {}, saved?.locator);
      const now = await reader.located();
      expect(now.locator.locations.block).toEqual(saved?.locator.locations.block);
      const box = await (await reader.shownFrame()).evaluate(({ blockId, offset }) => {
        const node = document.querySelector(`[data-block="${blockId}"]`)?.firstChild;
        if (!node) return undefined;
        const range = document.createRange();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, top, bottom };
      }, saved?.locator.locations.block ?? { blockId: '', offset: 0 });
      expect(box?.left).toBeGreaterThan(0);
      expect(box?.right).toBeLessThan(desktop.width);
      expect(box?.bottom).toBeLessThan(desktop.height);
    });
  });

  it('keeps the position when any preference changes', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'));
      await reader.call('goToProgression', 0.4);
      await reader.call('next');
      const { block } = (await reader.located()).locator.locations;
      const base = { ...(await import('@shufang/contract')).defaultReadingPreferences };
      for (const change of [
        { fontSize: 2 },
        { fontFamily: 'kai' },
        { columnCount: '1' },
        { scroll: true },
        { scroll: true, fontSize: 0.75, lineHeight: 2.4 },
        { pageMargins: 3, textAlign: 'justify', paragraphIndent: 'none', paper: 'cream' },
        {},
      ]) {
        await reader.call('applyPreferences', { ...base, ...change });
        const now = await reader.located();
        expect({ change, block: now.locator.locations.block }).toEqual({ change, block });
      }
    });
  });

  it('has at most three inner frames, without scripts', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'));
      for (const href of ['text/ch3.xhtml', 'text/ch1.xhtml', 'text/ch2.xhtml#sec', 'text/ch3.xhtml']) {
        expect(await reader.call('goTo', { href })).toBe(true);
        const sandboxes = () =>
          reader
            .engineFrame()
            .evaluate(() =>
              [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].map((frame) => frame.getAttribute('sandbox')),
            );
        // Frames that are no longer needed are removed after the new one is drawn.
        await expect.poll(async () => (await sandboxes()).length).toBeLessThanOrEqual(3);
        expect(new Set(await sandboxes())).toEqual(new Set(['allow-same-origin']));
      }
    });
  });

  it('turns pages by keys, wheel and the outer thirds, in reverse in a vertical book', async () => {
    await withReader(desktop, async (reader) => {
      const pageNow = async () => {
        const { locator, page } = await reader.located();
        return `${locator.href} ${page.n}`;
      };
      await reader.open(books.vertical, server.baseUrl('vertical'));
      await reader.call('focus');
      await reader.page.keyboard.press('ArrowLeft');
      expect(await pageNow()).toBe('a.xhtml 2');
      await reader.page.keyboard.press('ArrowRight');
      expect(await pageNow()).toBe('a.xhtml 1');
      await reader.page.mouse.click(60, 450);
      expect(await pageNow()).toBe('a.xhtml 2');
      await reader.page.keyboard.press('Home');
      await reader.page.waitForFunction(() => true);
      expect(await pageNow()).toBe('a.xhtml 1');
      await reader.open(books.text, server.baseUrl('text'));
      await reader.page.mouse.move(700, 450);
      await reader.page.mouse.wheel(0, 120);
      await reader.waitFor('located');
      await reader.page.waitForFunction(
        () => (window as never as { reports: { name: string; data: Located }[] }).reports.at(-1)?.data.page?.n === 2,
      );
      await reader.page.mouse.click(60, 450);
      expect(await pageNow()).toBe('text/ch1.xhtml 1');
      const taps = (await reader.reports('tap')).length;
      await reader.page.mouse.click(720, 860);
      // Not the tap before this one, which has been reported already.
      expect((await reader.waitFor('tap', taps + 1)).zone).toBe('center');
      expect(await pageNow()).toBe('text/ch1.xhtml 1');
    });
  });
});

describe('continuous scroll', () => {
  it('scrolls through the whole book with three segments at a time, and omits no character', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'), { scroll: true });
      let last = await reader.located();
      const seen: Located[] = [last];
      for (let i = 0; i < 200 && !last.atEnd; i++) {
        await reader.call('next');
        last = await reader.located();
        seen.push(last);
        const segments = await reader.engineFrame().evaluate(() => document.querySelectorAll('iframe[data-segment]').length);
        expect(segments).toBeLessThanOrEqual(3);
        await reader
          .engineFrame()
          .waitForFunction(() =>
            [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].every(
              (frame) => frame.style.visibility === 'visible',
            ),
          );
      }
      expect(last.atEnd).toBe(true);
      const progress = seen.map((position) => position.locator.locations.totalProgression ?? 0);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(new Set(seen.map((position) => position.locator.href))).toEqual(
        new Set(books.text.publication.readingOrder.items.map((item) => item.href)),
      );
    });
  });

  it('shows the requested line at the top, also in a later segment', async () => {
    await withReader(phone, async (reader) => {
      await reader.open(books.text, server.baseUrl('text'), { scroll: true });
      await reader.call('goTo', { href: 'text/ch2.xhtml#sec' });
      const top = await reader.engineFrame().evaluate(() => {
        for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
          const heading = frame.contentDocument?.getElementById('sec');
          if (heading) return frame.getBoundingClientRect().top + heading.getBoundingClientRect().top;
        }
        return undefined;
      });
      expect(top).toBeGreaterThanOrEqual(-1);
      expect(top).toBeLessThan(60);
    });
  });

  it('scrolls vertical text to the left', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.vertical, server.baseUrl('vertical'), { scroll: true });
      const first = await reader.located();
      await reader.call('next');
      const second = await reader.located();
      expect(second.visible.startChar).toBeGreaterThan(first.visible.startChar);
      expect(await reader.engineFrame().evaluate(() => document.getElementById('stage')?.scrollLeft)).toBeLessThan(-500);
    });
  });
});

describe('fixed layout', () => {
  it('shows whole pages scaled to the window, in spreads if they fit', async () => {
    await withReader(desktop, async (reader) => {
      await reader.open(books.fixed, server.baseUrl('fixed'));
      const shown = () =>
        reader.engineFrame().evaluate(() =>
          [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')]
            .filter((frame) => frame.style.visibility === 'visible')
            .map((frame) => {
              const { left, right, top, bottom } = frame.getBoundingClientRect();
              return { title: frame.title, isInside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight };
            }),
        );
      expect(await shown()).toEqual([{ title: '立春', isInside: true }]);
      await reader.call('next');
      expect((await shown()).map(({ title }) => title).toSorted()).toEqual(['雨水', '惊蛰'].toSorted());
      await reader.page.setViewportSize(phone);
      await reader
        .engineFrame()
        .waitForFunction(
          () =>
            [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')].filter(
              (frame) => frame.style.visibility === 'visible',
            ).length === 1,
        );
      expect(await shown()).toEqual([{ title: '雨水', isInside: true }]);
      await reader.call('next');
      await reader.call('next');
      await reader.call('next');
      expect((await reader.located()).atEnd).toBe(true);
      expect(await reader.call('next')).toBe(false);
    });
  });
});

/** Decorations, selection, links and the security of the frame, in Chromium. */
import type { AnnotationTarget } from '@shufang/contract';
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decoration, SelectionReport } from '../src/index.ts';
import { PROTOCOL_VERSION } from '../src/navigator/protocol.ts';
import { maliciousBook, textbook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = { text: textbook(), malicious: maliciousBook() };
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

const withReader = async (name: keyof typeof books, use: (reader: ReaderPage) => Promise<void>, preferences = {}) => {
  const reader = await openReaderPage(browser, server, desktop);
  try {
    await reader.open(books[name], server.baseUrl(name), preferences);
    await use(reader);
    expect(reader.foreignRequests).toEqual([]);
  } finally {
    await reader.close();
  }
};

const boxOf = (frame: Frame, selector: string) =>
  frame.evaluate((wanted) => {
    const { left, top, width, height } = document.querySelector(wanted)?.getClientRects()[0] ?? { left: 0, top: 0, width: 0, height: 0 };
    return { x: left, y: top, width, height };
  }, selector);

/** Returns the box of some characters in a block that consists of one text node. */
const boxOfText = (frame: Frame, blockId: string, start: number, end: number) =>
  frame.evaluate(
    ([id, from, to]) => {
      const node = document.querySelector(`[data-block="${id}"]`)?.firstChild;
      if (!node) throw new Error(`no block ${id}`);
      const range = document.createRange();
      range.setStart(node, Number(from));
      range.setEnd(node, Number(to));
      const box = range.getClientRects()[0];
      return { left: box?.left ?? 0, right: box?.right ?? 0, middle: ((box?.top ?? 0) + (box?.bottom ?? 0)) / 2 };
    },
    [blockId, start, end] as const,
  );

const targetIn = (blockId: string, start: number, end: number, changed?: string): AnnotationTarget => {
  const { href, char } = books.text.starts.get(blockId) ?? { href: 'text/ch1.xhtml', char: 0 };
  return {
    href,
    blocks: { start: { blockId, offset: start }, end: { blockId, offset: end } },
    quote: { exact: changed ?? (books.text.blocks.get(blockId) ?? '').slice(start, end), prefix: '', suffix: '' },
    position: { start: char + start, end: char + end },
    cfi: '',
  };
};
const decoration = (id: string, target: AnnotationTarget, kind: Decoration['style']['kind'] = 'highlight'): Decoration => ({
  id,
  target,
  style: { color: 'yellow', kind },
});
const painted = (frame: Frame) =>
  frame.evaluate(() => {
    const { highlights } = (window as never as { CSS: { highlights: Map<string, Set<Range>> } }).CSS;
    return [...highlights].flatMap(([name, ranges]) => [...ranges].map((range) => `${name}: ${range.toString()}`));
  });

describe('decorations', () => {
  it('decorations cover their text, report their anchor state, and are hit by a click', async () => {
    await withReader('text', async (reader) => {
      const text = books.text.blocks.get('b2') ?? '';
      await reader.call('setDecorations', 'marks', [
        decoration('exact', targetIn('b2', 4, 12)),
        decoration(
          'moved',
          {
            ...targetIn('b2', 0, 0, text.slice(14, 24)),
            blocks: { start: { blockId: 'b2', offset: 1 }, end: { blockId: 'b2', offset: 11 } },
          },
          'note',
        ),
        decoration('orphan', targetIn('b99', 0, 9, '此书从未有过的一句话')),
      ]);
      const frame = await reader.shownFrame();
      expect((await painted(frame)).toSorted()).toEqual(
        [`shufang-yellow: ${text.slice(4, 12)}`, `shufang-yellow: ${text.slice(14, 24)}`, `shufang-note: ${text.slice(14, 24)}`].toSorted(),
      );
      await reader.waitFor('decorationState', 3);
      const states = await reader.reports('decorationState');
      expect(Object.fromEntries(states.map(({ id, matched }) => [id, matched]))).toEqual({
        exact: 'exact',
        moved: 'moved',
        orphan: 'orphan',
      });

      const box = await boxOfText(frame, 'b2', 5, 7);
      await reader.page.mouse.click((box.left + box.right) / 2, box.middle);
      const activated = await reader.waitFor('decorationActivated');
      expect(activated.id).toBe('exact');
      expect(activated.rect.y).toBeLessThan(box.middle);
      expect(await reader.reports('tap')).toEqual([]);

      await reader.call('setDecorations', 'marks', [decoration('exact', targetIn('b2', 4, 12))]);
      expect(await painted(frame)).toEqual([`shufang-yellow: ${text.slice(4, 12)}`]);
    });
  });

  it('decorations appear in a chapter loaded later, and survive a layout change', async () => {
    await withReader('text', async (reader) => {
      const id = books.text.publication.readingOrder.items[2]?.segments[0]?.firstBlock ?? '';
      const target = targetIn(id, 0, 3);
      await reader.call('setDecorations', 'marks', [decoration('later', target)]);
      await reader.call('goTo', { href: 'text/ch3.xhtml' });
      expect(await painted(await reader.shownFrame())).toEqual(['shufang-yellow: 第三章']);
      await reader.page.setViewportSize({ width: 800, height: 1000 });
      await reader.rest();
      expect(await painted(await reader.shownFrame())).toEqual(['shufang-yellow: 第三章']);
    });
  });

  it('a decoration is found by its block although its file has another name', async () => {
    await withReader('text', async (reader) => {
      const text = books.text.blocks.get('b2') ?? '';
      const target = { ...targetIn('b2', 4, 12), href: 'text/old-name.xhtml', position: { start: 90_000, end: 90_008 } };
      await reader.call('setDecorations', 'marks', [decoration('renamed', target)]);
      expect(await painted(await reader.shownFrame())).toEqual([`shufang-yellow: ${text.slice(4, 12)}`]);
      expect(await reader.waitFor('decorationState')).toMatchObject({ id: 'renamed', matched: 'exact' });
    });
  });

  it('a thousand decorations are drawn, replaced and hit', async () => {
    await withReader('text', async (reader) => {
      const blocks = [...books.text.blocks.entries()].filter(([, text]) => text.length > 60).slice(0, 120);
      const many = Array.from({ length: 1_000 }, (_, i) => {
        const [id = '', text = ''] = blocks[i % blocks.length] ?? [];
        const start = (Math.floor(i / blocks.length) * 6) % (text.length - 6);
        return decoration(`m${i}`, targetIn(id, start, start + 4));
      });
      await reader.call('goTo', { href: 'text/ch2.xhtml' });
      await reader.call('setDecorations', 'many', many);
      const frame = await reader.shownFrame();
      expect((await painted(frame)).length).toBeGreaterThan(300);
      const states = await reader.reports('decorationState');
      expect(states.every(({ matched }) => matched === 'exact')).toBe(true);
      expect(await reader.call('next')).toBe(true);
      await reader.call('setDecorations', 'many', []);
      expect(await painted(frame)).toEqual([]);
    });
  });

  it('a bookmark shows a ribbon on its page only', async () => {
    await withReader('text', async (reader) => {
      const position = await reader.call<AnnotationTarget>('describePosition');
      expect(position.quote.exact).toBe('');
      expect(position.blocks.start).toEqual(position.blocks.end);
      await reader.call('setDecorations', 'marks', [decoration('ribbon', position, 'bookmark')]);
      const ribbons = () => reader.engineFrame().evaluate(() => document.querySelectorAll('.ribbon').length);
      expect(await ribbons()).toBe(1);
      await reader.call('next');
      await reader.located();
      expect(await ribbons()).toBe(0);
    });
  });

  it('a search hit is highlighted until it is cleared', async () => {
    await withReader('text', async (reader) => {
      const id = books.text.publication.readingOrder.items[1]?.segments[2]?.firstBlock ?? '';
      const text = books.text.blocks.get(id) ?? '';
      const found = { href: 'text/ch2.xhtml', locations: { block: { blockId: id, offset: 8 } }, text: { highlight: text.slice(8, 10) } };
      expect(await reader.call('showSearchResult', found)).toBe(true);
      expect(await painted(await reader.shownFrame())).toEqual([`shufang-search: ${text.slice(8, 10)}`]);
      await reader.call('clearSearchResult');
      expect(await painted(await reader.shownFrame())).toEqual([]);
    });
  });
});

describe('a selection', () => {
  it('by mouse is described by four selectors, and text and clipboard exclude ruby readings', async () => {
    await withReader('text', async (reader) => {
      const frame = await reader.shownFrame();
      const box = await boxOfText(frame, 'b2', 2, 9);
      await reader.drag({ x: box.left + 1, y: box.middle }, { x: box.right - 1, y: box.middle });
      const report = await reader.waitFor('selection');
      const text = books.text.blocks.get('b2') ?? '';
      expect(report.text).toBe(text.slice(2, 9));
      expect(report.target.blocks).toEqual({ start: { blockId: 'b2', offset: 2 }, end: { blockId: 'b2', offset: 9 } });
      expect(report.target.quote.suffix).toBe(text.slice(9, 41));
      expect(report.rect.width).toBeGreaterThan(0);
      expect(await reader.reports('tap')).toEqual([]);
      expect(await reader.call<SelectionReport>('describeSelection')).toMatchObject({ text: report.text });
      await reader.call('clearSelection');
      await reader.waitFor('selectionCleared');
      expect(await reader.call('describeSelection')).toBeNull();
    });
  });

  it('over ruby contains the base text only', async () => {
    await withReader('text', async (reader) => {
      const frame = await reader.shownFrame();
      const id = [...books.text.blocks].find(([, text]) => text.startsWith('汉字注音'))?.[0] ?? '';
      await frame.evaluate((block) => {
        const element = document.querySelector(`[data-block="${block}"]`);
        if (element?.firstChild)
          getSelection()?.setBaseAndExtent(element.firstChild, 4, element.querySelectorAll('rt')[1]?.nextSibling ?? element, 0);
      }, id);
      const report = await reader.waitFor('selection');
      expect(report.text).toBe('写作漢字');
      const copied = await frame.evaluate(() => {
        const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
        return event.clipboardData?.getData('text/plain');
      });
      expect(copied).toBe('写作漢字');
    });
  });

  it('by keyboard starts at the first sentence on the screen and grows by sentence and character', async () => {
    await withReader('text', async (reader) => {
      await reader.call('next');
      const first = await reader.located();
      await reader.call('focus');
      const one = await reader.call<SelectionReport>('extendSelection', { unit: 'sentence', direction: 'forward' });
      expect(one.target.blocks.start).toEqual(first.locator.locations.block);
      await reader.page.keyboard.press('Shift+ArrowDown');
      await reader.waitFor('selection', 2);
      await reader.page.keyboard.press('Shift+ArrowLeft');
      const three = await reader.waitFor('selection', 3);
      expect(three.text.startsWith(one.text)).toBe(true);
      expect(three.text.length).toBeGreaterThan(one.text.length);
      await reader.page.keyboard.press('Escape');
      await reader.waitFor('selectionCleared');
    });
  });
});

describe('a link', () => {
  it('inside the book is followed and reported with the position before it', async () => {
    await withReader('text', async (reader) => {
      const frame = await reader.shownFrame();
      await reader.forget();
      const box = await boxOf(frame, 'a[href*="ch2"]');
      await reader.page.mouse.click(box.x + 4, box.y + 4);
      const link = await reader.waitFor('link');
      expect(link).toMatchObject({ kind: 'internal', href: 'text/ch2.xhtml#sec', text: '第二章的小节', from: { href: 'text/ch1.xhtml' } });
      const position = await reader.waitFor('located');
      expect(position.locator.href).toBe('text/ch2.xhtml');
      expect(await reader.call('goTo', { locator: link.from })).toBe(true);
      expect((await reader.located()).locator.href).toBe('text/ch1.xhtml');
    });
  });

  it('to a note reports the text of the note and does not turn the page', async () => {
    await withReader('text', async (reader) => {
      const box = await boxOf(await reader.shownFrame(), '#r1');
      await reader.forget();
      await reader.page.mouse.click(box.x + 3, box.y + 3);
      expect(await reader.waitFor('link')).toMatchObject({
        kind: 'note',
        href: 'text/ch1.xhtml#n1',
        noteText: '读音用于朗读，不参与检索。',
      });
      expect((await reader.reports('located')).filter(({ cause }) => cause === 'move')).toEqual([]);
    });
  });

  it('to a note at the end of the book reports the text of the note, too', async () => {
    await withReader('text', async (reader) => {
      const box = await boxOf(await reader.shownFrame(), '#r2');
      await reader.page.mouse.click(box.x + 3, box.y + 3);
      expect(await reader.waitFor('link')).toMatchObject({ kind: 'note', href: 'text/ch3.xhtml#n2', noteText: '书末的注。' });
      expect((await reader.located()).locator.href).toBe('text/ch1.xhtml');
    });
  });

  it('to an external page is reported and never followed, by any mouse button or key', async () => {
    await withReader('text', async (reader) => {
      const frame = await reader.shownFrame();
      const box = await boxOf(frame, 'a[target="_blank"]');
      const at = [box.x + 4, box.y + 4] as const;
      await reader.page.mouse.click(...at);
      expect(await reader.waitFor('link')).toMatchObject({ kind: 'external', href: 'https://example.org/book?x=1' });
      await reader.page.mouse.click(...at, { button: 'middle' });
      await reader.page.keyboard.down('Control');
      await reader.page.mouse.click(...at);
      await reader.page.keyboard.up('Control');
      await frame.focus('a[target="_blank"]');
      await reader.page.keyboard.press('Enter');
      await reader.waitFor('link', 3);
      expect(reader.page.context().pages()).toHaveLength(1);
    });
  });
});

describe('the frame', () => {
  it('runs no script of a book and sends no request of a book, even where the sanitizer missed something', async () => {
    await withReader('malicious', async (reader) => {
      const frame = await reader.shownFrame();
      await reader.page.mouse.click(...(await boxOf(frame, 'p').then((box) => [box.x + 10, box.y + 10] as const)));
      const links = await frame.evaluate(() => document.querySelectorAll('a').length);
      for (let i = 0; i < links; i++) {
        const box = await boxOf(frame, `p a:nth-of-type(${i + 1})`);
        await reader.page.mouse.click(box.x + 4, box.y + box.height / 2);
      }
      const ran = await frame.evaluate(() => [document.documentElement.dataset.ran, document.title]);
      expect(ran).toEqual([undefined, '脚本']);
      expect(await reader.page.evaluate(() => (window as never as { foreign: unknown[] }).foreign)).toEqual([]);
      await expect.poll(async () => (await reader.reports('link')).map(({ kind }) => kind)).toEqual(['external']);
      // The empty frame is the one that the engine creates ahead.
      const elsewhere = reader.page.frames().map((each) => each.url());
      expect(
        elsewhere.filter(
          (url) => !['', 'about:blank'].includes(url) && ![server.appOrigin, server.contentOrigin].includes(new URL(url).origin),
        ),
      ).toEqual([]);
    });
  });

  it('stops before a chapter that is not open, and reports it', async () => {
    await withReader('malicious', async (reader) => {
      while (!(await reader.reports('wall')).length) if (!(await reader.call('next'))) break;
      expect(await reader.waitFor('wall')).toEqual({ href: 'y.xhtml', title: '未购章节', direction: 'next' });
      expect(server.requests.filter((path) => path.endsWith('y.xhtml'))).toEqual([]);
    });
  });

  it('accepts a port only from the page of its app', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.appOrigin);
    const responsesTo = async (app: string): Promise<unknown[]> => {
      await page.evaluate(
        async (address) => {
          document.querySelector('iframe')?.remove();
          const frame = document.createElement('iframe');
          frame.src = address;
          document.body.append(frame);
          await new Promise((done) => frame.addEventListener('load', done, { once: true }));
        },
        `${server.frameUrl}?app=${encodeURIComponent(app)}`,
      );
      const frame = page.frames().find((each) => each.url().startsWith(server.frameUrl));
      // This listener is called after that of the engine, so its message follows every message of the engine on the port.
      await frame?.evaluate(() => window.addEventListener('message', ({ ports }) => ports[0]?.postMessage('the last word')));
      return page.evaluate(
        (hello) => {
          const channel = new MessageChannel();
          const responses: unknown[] = [];
          const messages = new Promise<unknown[]>((done) => {
            channel.port1.addEventListener('message', ({ data }) => {
              if (data === 'the last word') done(responses);
              else responses.push(data);
            });
            channel.port1.start();
          });
          document.querySelector('iframe')?.contentWindow?.postMessage(hello, '*', [channel.port2]);
          return messages;
        },
        { type: 'shufang-handshake', version: PROTOCOL_VERSION, session: 'x' },
      );
    };
    expect(await responsesTo(server.appOrigin)).toMatchObject([{ type: 'event', name: 'ready' }]);
    expect(await responsesTo('https://elsewhere.example')).toEqual([]);
    await context.close();
  });

  it('requests a new ticket when the old one is rejected, and continues at the same position', async () => {
    const reader = await openReaderPage(browser, server, desktop);
    const old = server.baseUrl('text');
    await reader.open(books.text, old);
    server.expire(old);
    expect(await reader.call('goTo', { href: 'text/ch2.xhtml#sec' })).toBe(false);
    await reader.waitFor('contentExpired');
    await reader.call('setTicket', server.baseUrl('text'));
    expect((await reader.located()).locator.href).toBe('text/ch2.xhtml');
    await reader.close();
  });

  it('reports a missing chapter instead of showing the server’s error page', async () => {
    const reader = await openReaderPage(browser, server, desktop);
    const lost = textbook();
    const second = lost.publication.readingOrder.items[1]?.segments[0];
    if (second) second.href = 'text/none.xhtml';
    await reader.open(lost, server.baseUrl('text'));
    expect(await reader.call('goTo', { href: 'text/ch2.xhtml' })).toBe(false);
    expect(await reader.waitFor('error')).toEqual({ code: 'segmentMissing', message: 'text/none.xhtml' });
    expect((await reader.located()).locator.href).toBe('text/ch1.xhtml');
    await reader.close();
  });

  it('stays at its position when the content URL expires during a move, and continues with a new one', async () => {
    const reader = await openReaderPage(browser, server, desktop);
    const old = server.baseUrl('text');
    await reader.open(books.text, old);
    await reader.call('goTo', { href: 'text/ch3.xhtml' });
    await reader.call('goTo', { href: 'text/ch1.xhtml' });
    server.expire(old);
    const before = await reader.located();
    const engine = await reader.engineFrame().evaluate(() => performance.timeOrigin);
    expect(await reader.call('goTo', { href: 'text/ch2.xhtml#sec' })).toBe(false);
    await reader.waitFor('contentExpired');
    expect((await reader.located()).locator).toEqual(before.locator);
    expect((await (await reader.shownFrame()).evaluate(() => document.querySelector('h1')?.textContent))?.slice(0, 3)).toBe('第一章');
    await reader.call('setTicket', server.baseUrl('text'));
    const after = await reader.located();
    expect(after.locator.href).toBe('text/ch2.xhtml');
    expect(await reader.call('next')).toBe(true);
    expect(await reader.engineFrame().evaluate(() => performance.timeOrigin)).toBe(engine);
    await reader.close();
  });

  it.each([
    [500, 'network'],
    [503, 'network'],
    [404, 'segmentMissing'],
  ])('reports a chapter with status %i as %s, stays at its position, and shows the chapter at the next request', async (status, code) => {
    const reader = await openReaderPage(browser, server, desktop);
    await reader.open(books.text, server.baseUrl('text'));
    const before = await reader.located();
    server.fail('text/ch3.xhtml', true, status);
    expect(await reader.call('goTo', { href: 'text/ch3.xhtml' })).toBe(false);
    expect(await reader.waitFor('error')).toEqual({ code, message: 'text/ch3.xhtml' });
    expect((await reader.located()).locator).toEqual(before.locator);
    server.fail('text/ch3.xhtml', false);
    expect(await reader.call('goTo', { href: 'text/ch3.xhtml' })).toBe(true);
    expect((await reader.located()).locator.href).toBe('text/ch3.xhtml');
    await reader.close();
  });
});

/** Reading aloud in Chromium: sentences over documents, the mark of the spoken sentence, and the view that follows it. */
import { defaultReadingPreferences } from '@shufang/contract';
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundSentence, SpokenSentence } from '../src/index.ts';
import { fixedBook, maliciousBook, textbook, verticalBook } from './fixture-books.ts';
import { type FixtureServer, startFixtureServer } from './fixture-server.ts';
import { launchChromium, openReaderPage, type ReaderPage } from './reader-page.ts';

const books = { text: textbook(), vertical: verticalBook(), fixed: fixedBook(), locked: maliciousBook() };
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

const withReader = async (name: keyof typeof books, use: (reader: ReaderPage) => Promise<void>, preferences = {}, locator?: unknown) => {
  const reader = await openReaderPage(browser, server, { width: 1200, height: 800 });
  try {
    await reader.open(books[name], server.baseUrl(name), preferences, locator);
    await use(reader);
  } finally {
    await reader.close();
  }
};

const sentenceOf = (found: FoundSentence): SpokenSentence => {
  if (found.kind !== 'sentence') throw new Error(`no sentence, but ${found.kind}`);
  return found.sentence;
};
const find = (reader: ReaderPage, from: unknown) => reader.call<FoundSentence>('findSentence', from);
const next = async (reader: ReaderPage, { segment, n }: SpokenSentence, step = 1) => sentenceOf(await find(reader, { segment, n, step }));
const show = (reader: ReaderPage, { segment, n }: SpokenSentence, progress = 0) =>
  reader.call<boolean>('showSentence', { segment, n, progress });
/** Marks the sentence without turning to it. */
const isOnScreen = (reader: ReaderPage, { segment, n }: SpokenSentence) => reader.call<boolean>('showSentence', { segment, n });
/** Returns the marked text, and whether its first box is on the screen. */
const marked = (frame: Frame) =>
  frame.evaluate(() => {
    const { highlights } = (window as never as { CSS: { highlights: Map<string, Set<Range>> } }).CSS;
    const [range] = highlights.get('shufang-speaking') ?? [];
    const box = range?.getClientRects()[0];
    const isOnScreen = box !== undefined && box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    return { text: range?.toString() ?? '', isOnScreen };
  });

describe('reading aloud', () => {
  it('begins at the first sentence on the screen, and goes on sentence by sentence', async () => {
    await withReader('text', async (reader) => {
      const first = sentenceOf(await find(reader, 'screen'));
      expect(first).toMatchObject({ text: '第一章 版面', language: 'zh-CN', locator: { href: 'text/ch1.xhtml' } });
      const second = await next(reader, first);
      expect(second.text).toMatch(/^第1段：.*。$/);
      expect((await next(reader, second, -1)).text).toBe(first.text);
      await show(reader, second);
      expect(await marked(await reader.shownFrame())).toEqual({ text: second.text, isOnScreen: true });
      await reader.call('clearSentence');
      expect((await marked(await reader.shownFrame())).text).toBe('');
    });
  });

  it('reads ruby once, formulas as words, pictures by their description, and no footnote marks', async () => {
    await withReader('text', async (reader) => {
      const said: string[] = [];
      let sentence = sentenceOf(await find(reader, 'screen'));
      while (!sentence.text.startsWith('学而不思')) {
        sentence = await next(reader, sentence);
        said.push(sentence.text);
      }
      const all = said.join('\n');
      expect(all).toContain('汉字注音写作漢字，读音不算正文。');
      expect(all).toContain('x 等于 2 a 分之 负 b 正负 根号下 b 的平方 减 4 a c');
      expect(all).not.toMatch(/hàn|\[1\]/);
    });
  });

  it('turns the page to the spoken sentence, and reports that as following, not as a move of the reader', async () => {
    await withReader('text', async (reader) => {
      let sentence = sentenceOf(await find(reader, 'screen'));
      while (await isOnScreen(reader, sentence)) sentence = await next(reader, sentence);
      await reader.forget();
      expect(await show(reader, sentence)).toBe(true);
      const located = await reader.located();
      expect(located).toMatchObject({ cause: 'follow', page: { n: 2 } });
      expect(await marked(await reader.shownFrame())).toMatchObject({ isOnScreen: true });
      expect(sentenceOf(await find(reader, { locator: sentence.locator }))).toMatchObject({ n: sentence.n });
    });
  });

  it('goes on in the next document, which it opens, and marks the sentence again after a layout change', async () => {
    await withReader('text', async (reader) => {
      let sentence = sentenceOf(await find(reader, { locator: { href: 'text/ch1.xhtml', locations: { progression: 0.97 } } }));
      while (sentence.segment === 0) sentence = await next(reader, sentence);
      expect(sentence).toMatchObject({ text: '第二章 长文', segment: 1, n: 0 });
      await show(reader, sentence);
      expect((await reader.located()).locator.href).toBe('text/ch2.xhtml');
      expect(await marked(await reader.shownFrame())).toEqual({ text: '第二章 长文', isOnScreen: true });
      await reader.call('applyPreferences', { ...defaultReadingPreferences, scroll: true });
      await reader.rest();
      const shown = reader.page.frames().filter((frame) => frame.url().endsWith('/text/ch2.xhtml'));
      expect(await Promise.all(shown.map(marked))).toMatchObject([{ text: '第二章 长文' }]);
    });
  });

  it('scrolls to the spoken sentence', async () => {
    await withReader(
      'text',
      async (reader) => {
        let sentence = sentenceOf(await find(reader, 'screen'));
        while (await isOnScreen(reader, sentence)) sentence = await next(reader, sentence);
        await show(reader, sentence);
        expect((await reader.located()).cause).toBe('follow');
        expect(await isOnScreen(reader, sentence)).toBe(true);
        expect((await marked(await reader.shownFrame())).text).toBe(sentence.text);
      },
      { scroll: true },
    );
  });

  it('follows in vertical text', async () => {
    await withReader('vertical', async (reader) => {
      let sentence = sentenceOf(await find(reader, 'screen'));
      while (await isOnScreen(reader, sentence)) sentence = await next(reader, sentence);
      await show(reader, sentence);
      expect((await reader.located()).page.n).toBe(2);
      expect(await marked(await reader.shownFrame())).toMatchObject({ isOnScreen: true });
    });
  });

  it('follows over fixed pages', async () => {
    await withReader('fixed', async (reader) => {
      let sentence = sentenceOf(await find(reader, 'screen'));
      expect(sentence.text).toBe('立春');
      while (sentence.text !== '惊蛰') sentence = await next(reader, sentence);
      await show(reader, sentence);
      expect((await reader.located()).page.n).toBe(2);
      expect(await isOnScreen(reader, sentence)).toBe(true);
    });
  });

  it('ends before a closed document, and at the end of the book', async () => {
    const findEnd = async (reader: ReaderPage): Promise<FoundSentence> => {
      let found = await find(reader, 'screen');
      while (found.kind === 'sentence') found = await find(reader, { segment: found.sentence.segment, n: found.sentence.n, step: 1 });
      return found;
    };
    await withReader('locked', async (reader) => {
      expect(await findEnd(reader)).toEqual({ kind: 'closed', href: 'y.xhtml', title: '未购章节' });
    });
    await withReader('fixed', async (reader) => {
      expect(await findEnd(reader)).toEqual({ kind: 'end' });
    });
  });
});

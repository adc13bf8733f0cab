import type { SentenceOrigin, SpokenSentence } from '@shufang/reading-engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReader, type ReaderDependencies, type SearchResult } from './create-reader.ts';
import type { Voice } from './voice.ts';

const TEXTS = [
  ['c1.xhtml', '第一句。'],
  ['c1.xhtml', '第二句。'],
  ['c2.xhtml', '第三句。'],
] as const;
const sentence = (n: number): SpokenSentence => {
  const [href = '', text = ''] = TEXTS[n] ?? [];
  return { segment: 0, n, text, language: 'zh-CN', locator: { href, locations: { progression: 0 } } };
};

/** A book of three sentences, and a voice that says one until `say` is called. */
const setUp = (changes: { end?: SearchResult; isVisible?: boolean } = {}) => {
  const said: string[] = [];
  const shown: unknown[] = [];
  let finish: ((error?: Error) => void) | undefined;
  const voice: Voice = {
    id: 'v',
    name: '甲',
    language: 'zh-CN',
    source: 'device',
    speak: ({ text }, signal) =>
      new Promise((resolve, reject) => {
        said.push(text);
        finish = (error) => (error ? reject(error) : resolve());
        signal.addEventListener('abort', () => resolve());
      }),
  };
  const find = (from: SentenceOrigin): SearchResult => {
    const n = from === 'screen' ? 0 : 'locator' in from ? 1 : from.n + from.step;
    if (n < 0) return { kind: 'end' };
    return n < TEXTS.length ? { kind: 'sentence', sentence: sentence(n) } : (changes.end ?? { kind: 'end' });
  };
  const dependencies: ReaderDependencies = {
    engine: {
      findSentence: vi.fn((from: SentenceOrigin) => Promise.resolve(find(from))),
      showSentence: vi.fn((input: unknown) => {
        shown.push(input);
        return Promise.resolve(changes.isVisible ?? true);
      }),
      clearSentence: vi.fn(() => Promise.resolve(undefined)),
    },
    settings: { rate: 1 },
    onSettings: vi.fn(),
    onStop: vi.fn(),
  };
  const onClosed = vi.fn();
  const reader = createReader(dependencies);
  reader.update({ voices: [voice], chapterOf: ({ href }) => href, onClosed });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    reader,
    dependencies,
    onClosed,
    said,
    shown,
    settle,
    /** Lets the voice end its sentence. */
    say: async (error?: Error) => {
      finish?.(error);
      await settle();
    },
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('reportError', vi.fn());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('sentences are said and shown one after the other, over chapters, to the end of the book', async () => {
  const { reader, said, say, settle, shown } = setUp();
  reader.start('screen');
  await settle();
  expect(reader.state()).toMatchObject({ status: 'playing', sentence: { text: '第一句。' } });
  await say();
  await say();
  await say();
  expect(said).toEqual(['第一句。', '第二句。', '第三句。']);
  expect(shown).toMatchObject([{ n: 0, progress: 0 }, { n: 1 }, { n: 2 }]);
  expect(reader.state().status).toBe('ended');
});

test('playing after a pause starts at the same sentence, and the position is stored', async () => {
  const { reader, dependencies, said, say, settle } = setUp();
  reader.start('screen');
  await settle();
  await say();
  reader.toggle();
  expect(reader.state().status).toBe('paused');
  expect(dependencies.onStop).toHaveBeenCalledWith(sentence(1));
  reader.toggle();
  await settle();
  expect(said).toEqual(['第一句。', '第二句。', '第二句。']);
});

test('the next and the previous sentence can be chosen, but none before the first', async () => {
  const { reader, settle } = setUp();
  reader.start('screen');
  await settle();
  reader.next();
  await settle();
  expect(reader.state().sentence?.n).toBe(1);
  reader.previous();
  await settle();
  reader.previous();
  await settle();
  expect(reader.state()).toMatchObject({ status: 'playing', sentence: { n: 0 } });
});

test('a book goes on at the sentence where it stopped, if that is on the screen', async () => {
  const { reader, settle } = setUp();
  reader.start('screen', { href: 'c1.xhtml', locations: { progression: 0.5 } });
  await settle();
  expect(reader.state().sentence?.n).toBe(1);
  const other = setUp({ isVisible: false });
  other.reader.start('screen', { href: 'c1.xhtml', locations: { progression: 0.5 } });
  await other.settle();
  expect(other.reader.state().sentence?.n).toBe(0);
});

test('the sleep timer pauses after its minutes', async () => {
  const { reader, settle } = setUp();
  reader.start('screen');
  await settle();
  reader.setTimer('15');
  await vi.advanceTimersByTimeAsync(15 * 60_000 - 1);
  expect(reader.state().status).toBe('playing');
  await vi.advanceTimersByTimeAsync(1);
  expect(reader.state()).toMatchObject({ status: 'timeUp', timer: 'off' });
});

test('a timer that was switched off does not pause', async () => {
  const { reader, settle } = setUp();
  reader.start('screen');
  await settle();
  reader.setTimer('15');
  reader.setTimer('off');
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(reader.state().status).toBe('playing');
});

test('the timer of the chapter pauses before the first sentence of the next chapter', async () => {
  const { reader, said, say, settle } = setUp();
  reader.start('screen');
  await settle();
  reader.setTimer('chapter');
  await say();
  await say();
  expect(said).toHaveLength(2);
  expect(reader.state()).toMatchObject({ status: 'chapterEnded', timer: 'off', sentence: { n: 2 } });
});

test('reading ends before a closed chapter, which is reported', async () => {
  const closed = { kind: 'closed', href: 'c3.xhtml', title: '第三章' } as const;
  const { reader, onClosed, say, settle } = setUp({ end: closed });
  reader.start('screen');
  await settle();
  await say();
  await say();
  await say();
  expect(reader.state().status).toBe('ended');
  expect(onClosed).toHaveBeenCalledWith({ href: 'c3.xhtml', title: '第三章' });
});

test('a voice that does not speak, and a text that is not loaded, end the reading with their reason', async () => {
  const { reader, say, settle, dependencies } = setUp();
  reader.start('screen');
  await settle();
  await say(new Error('synthesis-failed'));
  expect(reader.state().status).toBe('voiceFailed');
  vi.mocked(dependencies.engine.findSentence).mockRejectedValue(new Error('network'));
  reader.next();
  await settle();
  expect(reader.state()).toMatchObject({ status: 'textFailed', sentence: { n: 0 } });
});

test('the view does not follow while the reader is on another page, until the sentence is there or the reader comes back', async () => {
  const { reader, say, settle, shown } = setUp({ isVisible: false });
  reader.start('screen');
  await settle();
  await reader.handleMoved();
  expect(reader.state().isAway).toBe(true);
  await say();
  expect(shown.at(-1)).toEqual({ segment: 0, n: 1 });
  reader.follow();
  expect(reader.state().isAway).toBe(false);
  expect(shown.at(-1)).toEqual({ segment: 0, n: 1, progress: 0 });
});

test('the highlight is removed when reading aloud is closed', async () => {
  const { reader, dependencies, settle } = setUp();
  reader.start('screen');
  await settle();
  reader.dispose();
  expect(reader.state().status).toBe('paused');
  expect(dependencies.engine.clearSentence).toHaveBeenCalledOnce();
});

test('the speed changes by steps between 0.5 and 3, and says the sentence again', async () => {
  const { reader, said, settle, dependencies } = setUp();
  reader.start('screen');
  await settle();
  reader.changeRate(1);
  await settle();
  expect(dependencies.onSettings).toHaveBeenLastCalledWith({ rate: 1.25 });
  expect(said).toEqual(['第一句。', '第一句。']);
  for (let step = 0; step < 12; step++) reader.changeRate(-1);
  expect(reader.state().settings.rate).toBe(0.5);
});

test('a start that failed before the first sentence is repeated by playing again', async () => {
  const { reader, settle, dependencies } = setUp();
  vi.mocked(dependencies.engine.findSentence).mockRejectedValueOnce(new Error('network'));
  reader.start('screen');
  await settle();
  expect(reader.state()).toMatchObject({ status: 'textFailed', sentence: undefined });
  reader.toggle();
  await settle();
  expect(reader.state()).toMatchObject({ status: 'playing', sentence: { n: 0 } });
});

test('the narrator reads phrases, and after a change of the voice the sentence at the same position follows', async () => {
  const { reader, settle, dependencies } = setUp();
  const { findSentence } = dependencies.engine;
  const said: string[] = [];
  const voiceOf = (id: string, source: Voice['source']): Voice => ({
    id,
    name: id,
    language: 'zh-CN',
    source,
    speak: ({ text }, signal) => {
      said.push(`${id} ${text}`);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  });
  vi.mocked(findSentence).mockImplementation((_, options) => {
    const phrase = { ...sentence(1), ...(options?.unit ? { unit: options.unit, clip: { href: 'a.mp3', begin: 0 } } : {}) };
    return Promise.resolve({ kind: 'sentence', sentence: phrase });
  });
  reader.update({ voices: [voiceOf('narrator', 'book'), voiceOf('device', 'device')], chapterOf: ({ href }) => href, onClosed: vi.fn() });
  reader.start('screen');
  await settle();
  expect(findSentence).toHaveBeenCalledWith('screen', { unit: 'phrase' });
  reader.changeSettings({ narrator: false });
  await settle();
  expect(findSentence).toHaveBeenCalledWith({ locator: sentence(1).locator }, {});
  expect(said).toEqual(['narrator 第二句。', 'device 第二句。']);
});

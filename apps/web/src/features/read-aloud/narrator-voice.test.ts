import type { Clip } from '@shufang/reading-engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNarratorVoice } from './narrator-voice.ts';

/** An audio element whose time the test sets: jsdom plays nothing. */
class TestAudio extends EventTarget {
  static all: TestAudio[] = [];
  src = '';
  currentTime = 0;
  duration = 60;
  playbackRate = 1;
  preload = '';
  error: MediaError | null = null;
  isPlaying = false;
  constructor() {
    super();
    TestAudio.all.push(this);
  }
  play = () => {
    this.isPlaying = true;
    return Promise.resolve();
  };
  pause = () => {
    this.isPlaying = false;
  };
}

let ticket = 'old';
const setUp = () => {
  const voice = createNarratorVoice({ name: '颜书雅', language: 'zh-CN', urlOf: (href) => `http://b.localhost/${ticket}/${href}` });
  const run = new AbortController();
  const shares: number[] = [];
  const speak = (clip: Clip, rate = 1) => {
    const state = { isOver: false, error: undefined as unknown };
    voice
      .speak({ text: '句。', rate, clip }, run.signal, (share) => shares.push(share))
      .then(
        () => (state.isOver = true),
        (error: unknown) => (state.error = error),
      );
    return state;
  };
  const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return { voice, run, shares, speak, wait, audio: () => TestAudio.all[0] as TestAudio };
};

beforeEach(() => {
  TestAudio.all = [];
  ticket = 'old';
  vi.useFakeTimers();
  vi.stubGlobal('Audio', TestAudio);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a clip is played from its begin to its end, and the next one follows without a gap', async () => {
  const { speak, wait, audio, shares } = setUp();
  const first = speak({ href: 'a.mp3', begin: 10, end: 12 }, 1.5);
  await wait();
  expect(audio()).toMatchObject({ src: 'http://b.localhost/old/a.mp3', currentTime: 10, playbackRate: 1.5, isPlaying: true });
  audio().currentTime = 11;
  await wait(250);
  expect(shares.at(-1)).toBe(0.5);
  audio().currentTime = 12.02;
  await wait(700);
  expect(first.isOver).toBe(true);
  const second = speak({ href: 'a.mp3', begin: 12, end: 14 });
  await wait();
  expect(audio()).toMatchObject({ currentTime: 12.02, isPlaying: true });
  audio().dispatchEvent(new Event('ended'));
  await wait();
  expect(second.isOver).toBe(true);
});

test('the sound stops when no clip follows', async () => {
  const { speak, wait, audio } = setUp();
  speak({ href: 'a.mp3', begin: 0, end: 1 });
  await wait();
  audio().currentTime = 1;
  await wait(1_200);
  expect(audio().isPlaying).toBe(false);
});

test('after a pause a clip goes on where it stopped, and another clip begins at its begin', async () => {
  const { run, speak, wait, audio, voice } = setUp();
  speak({ href: 'a.mp3', begin: 0, end: 30 });
  await wait();
  audio().currentTime = 9;
  run.abort();
  await wait();
  expect(audio().isPlaying).toBe(false);
  const again = new AbortController();
  void voice.speak({ text: '句。', rate: 1, clip: { href: 'a.mp3', begin: 0, end: 30 } }, again.signal, () => undefined);
  await wait();
  expect(audio()).toMatchObject({ currentTime: 9, isPlaying: true });
  again.abort();
  await wait();
  void voice.speak({ text: '句。', rate: 1, clip: { href: 'a.mp3', begin: 30, end: 40 } }, new AbortController().signal, () => undefined);
  await wait();
  expect(audio().currentTime).toBe(30);
});

test('the next file is loaded ahead, and a renewed content ticket is used after an error', async () => {
  const { speak, wait, audio, voice } = setUp();
  const state = speak({ href: 'a.mp3', begin: 5, end: 6 });
  await wait();
  voice.prepare?.({ text: '句。', rate: 1, clip: { href: 'b.mp3', begin: 0 } });
  expect(TestAudio.all[1]).toMatchObject({ src: 'http://b.localhost/old/b.mp3', preload: 'auto', isPlaying: false });
  ticket = 'new';
  audio().dispatchEvent(new Event('error'));
  await wait();
  expect(audio()).toMatchObject({ src: 'http://b.localhost/new/a.mp3', currentTime: 5 });
  audio().dispatchEvent(new Event('error'));
  await wait();
  expect(state.error).toBeInstanceOf(Error);
});

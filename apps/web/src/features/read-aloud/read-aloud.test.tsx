import type { PublicationMetadata } from '@shufang/contract';
import type { Navigator, SentenceOrigin } from '@shufang/reading-engine';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { partsOf } from './device-voices.ts';
import { ReadAloud } from './read-aloud.tsx';

/** The voices of a device: jsdom has no speech. */
class DeviceSpeech extends EventTarget {
  voices: Partial<SpeechSynthesisVoice>[] = [];
  spoken: DeviceUtterance[] = [];
  getVoices = () => this.voices;
  speak = (utterance: DeviceUtterance) => {
    this.spoken.push(utterance);
    utterance.dispatchEvent(new Event('start'));
  };
  cancel = vi.fn();
}
class DeviceUtterance extends EventTarget {
  voice: SpeechSynthesisVoice | undefined;
  lang = '';
  rate = 1;
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

let speech: DeviceSpeech;
const mandarin = { voiceURI: 'zh', name: '晓晓', lang: 'zh-CN', localService: true };
const english = { voiceURI: 'en', name: 'Alice', lang: 'en-US', localService: true };

beforeEach(() => {
  speech = new DeviceSpeech();
  vi.stubGlobal('speechSynthesis', speech);
  vi.stubGlobal('SpeechSynthesisUtterance', DeviceUtterance);
  vi.stubGlobal('reportError', vi.fn());
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const locator = { href: 'c1.xhtml', locations: { progression: 0 } };
const show = (narration?: PublicationMetadata['narration']) => {
  const onClose = vi.fn();
  const navigator = {
    baseUrl: () => 'http://b.localhost/~c/t/',
    findSentence: (from: SentenceOrigin, options?: { unit?: 'phrase' }) => {
      const n = typeof from === 'object' && 'n' in from ? from.n + from.step : 0;
      const sentence = {
        segment: 0,
        n,
        text: `第${n}句。`,
        language: 'zh-CN',
        locator,
        ...(options?.unit ? { unit: options.unit, clip: { href: 'a b.mp3', begin: n, end: n + 1 } } : {}),
      };
      return Promise.resolve({ kind: 'sentence', sentence });
    },
    showSentence: () => Promise.resolve(true),
    clearSentence: () => Promise.resolve(undefined),
  } as unknown as Navigator;
  const view = renderInApp(
    <main>
      <ReadAloud
        bookId={'1'.repeat(26)}
        versionId={'2'.repeat(26)}
        metadata={{ languages: ['zh-CN'], ...(narration ? { narration } : {}) }}
        title="论语选读"
        navigator={navigator}
        origin="screen"
        chapterOf={() => '学而第一'}
        onClosed={vi.fn()}
        onClose={onClose}
        onReader={vi.fn()}
      />
    </main>,
  );
  return { onClose, ...view };
};

test('without a voice a notice says what to do, and reading begins when the device has loaded its voices', async () => {
  show();
  expect(screen.getByRole('status')).toHaveTextContent('正在准备朗读');
  expect(await screen.findByRole('alert', {}, { timeout: 5_000 })).toHaveTextContent('这台设备没有可用的朗读声音');
  expect(screen.getByRole('alert')).toHaveTextContent('安装中文语音');
  expect(screen.queryByRole('button', { name: '播放' })).toBeNull();
  expect(await accessibilityViolations()).toEqual([]);
  speech.voices = [english, mandarin];
  act(() => void speech.dispatchEvent(new Event('voiceschanged')));
  await waitFor(() => expect(speech.spoken.map(({ text }) => text)).toEqual(['第0句。']));
  expect(speech.spoken[0]).toMatchObject({ voice: mandarin, lang: 'zh-CN', rate: 1 });
});

test('the bar plays, pauses, goes to the next sentence, and closes', async () => {
  const user = userEvent.setup();
  speech.voices = [mandarin];
  const { onClose } = show();
  expect(await screen.findByText('第0句。')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: '下一句' }));
  expect(await screen.findByText('第1句。')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '暂停' }));
  expect(screen.getByText('已暂停')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '播放' }));
  expect(await screen.findByText('第1句。')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '结束朗读' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('speed and voice apply to the current sentence, and are stored for the next time', async () => {
  const user = userEvent.setup();
  speech.voices = [english, mandarin];
  const { unmount } = show();
  expect(await screen.findByText('第0句。')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: '语速' }), '1.5 倍');
  await waitFor(() => expect(speech.spoken.at(-1)).toMatchObject({ text: '第0句。', rate: 1.5 }));
  const voices = screen.getByRole('combobox', { name: '声音' });
  expect(Array.from(voices.querySelectorAll('option'), ({ textContent }) => textContent)).toEqual(['晓晓（zh-CN）', 'Alice（en-US）']);
  await user.selectOptions(voices, 'Alice（en-US）');
  await waitFor(() => expect(speech.spoken.at(-1)).toMatchObject({ voice: english }));
  unmount();
  show();
  expect(await screen.findByRole('combobox', { name: '语速' })).toHaveDisplayValue('1.5 倍');
  expect(screen.getByRole('combobox', { name: '声音' })).toHaveDisplayValue('Alice（en-US）');
});

test('the narrator of the book is the first voice, and a voice of the device can be chosen instead', async () => {
  const user = userEvent.setup();
  const played: HTMLAudioElement[] = [];
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(this: HTMLAudioElement) {
    played.push(this);
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  speech.voices = [mandarin];
  show({ narrators: ['颜书雅'] });
  expect(await screen.findByText('第0句。')).toBeVisible();
  const voices = screen.getByRole('combobox', { name: '声音' });
  expect(voices).toHaveDisplayValue('颜书雅');
  await waitFor(() => expect(played.map(({ src }) => src)).toEqual(['http://b.localhost/~c/t/a%20b.mp3']));
  expect(speech.spoken).toEqual([]);
  await user.selectOptions(voices, '晓晓（zh-CN）');
  await waitFor(() => expect(speech.spoken.map(({ text }) => text)).toEqual(['第0句。']));
  await user.selectOptions(screen.getByRole('combobox', { name: '注释和页码' }), '读注释和页码');
  expect(JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('readAloud')) ?? '') ?? '{}')).toMatchObject({
    value: { narrator: false, readsNotes: true },
  });
  expect(await accessibilityViolations()).toEqual([]);
});

test('a voice that fails is reported, and the sentence can be played again', async () => {
  const user = userEvent.setup();
  speech.voices = [mandarin];
  show();
  expect(await screen.findByText('第0句。')).toBeVisible();
  act(() => void speech.spoken.at(-1)?.dispatchEvent(Object.assign(new Event('error'), { error: 'synthesis-failed' })));
  expect(await screen.findByRole('alert')).toHaveTextContent('这个声音没有读出来');
  await user.click(screen.getByRole('button', { name: '播放' }));
  expect(await screen.findByText('第0句。')).toBeVisible();
});

test('a device without a Chinese voice says so', async () => {
  speech.voices = [english];
  show();
  expect(await screen.findByRole('status')).toHaveTextContent('这台设备没有中文声音');
});

test('a long sentence of a remote voice is divided between clauses into parts of less than 15 seconds', () => {
  const text = '春江潮水连海平，海上明月共潮生，滟滟随波千万里，何处春江无月明，江流宛转绕芳甸，月照花林皆似霰。';
  const parts = partsOf(text, 1, 12);
  expect(parts.join('')).toBe(text);
  expect(parts).toHaveLength(2);
  expect(partsOf(text, 3, 12)).toEqual([text]);
});

/** The voices of the device, through the Web Speech API of the browser. */
import { useSyncExternalStore } from 'react';
import { sortVoices, type Utterance, type Voice } from './voice.ts';

/** Chromium ends an utterance of a remote voice after 15 seconds without an error: longer sentences are said in parts. */
const REMOTE_SECONDS_MAX = 12;
/** Slow Chinese speech; letters are said faster. */
const HAN_PER_SECOND = 3.5;
const LETTERS_PER_SECOND = 12;
/** Time after which a voice that has not begun is broken: some browsers list voices that never speak, and report no error. */
const START_TIMEOUT_MS = 8_000;

const secondsOf = (text: string, rate: number): number => {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return (han / HAN_PER_SECOND + (text.length - han) / LETTERS_PER_SECOND) / rate;
};

/** Divides a sentence between clauses, so that no part is longer than `secondsMax`, if its clauses are not. Pure. */
export const partsOf = (text: string, rate: number, secondsMax: number): string[] => {
  const parts: string[] = [];
  for (const clause of text.split(/(?<=[，；：、,;:]|。”?)/u)) {
    const last = parts.at(-1);
    if (last !== undefined && secondsOf(last + clause, rate) <= secondsMax) parts[parts.length - 1] = last + clause;
    else parts.push(clause);
  }
  return parts;
};

const say = (voice: SpeechSynthesisVoice, text: string, rate: number, signal: AbortSignal, onChar: (char: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // The browser reports no end of an utterance that was garbage-collected; the listeners below refer to it until then.
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    const timer = setTimeout(() => fail('no start'), START_TIMEOUT_MS);
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const fail = (reason: string): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      speechSynthesis.cancel();
      reject(new Error(`the voice ${voice.name} does not speak: ${reason}`));
    };
    const abort = (): void => {
      finish();
      speechSynthesis.cancel();
    };
    utterance.addEventListener('start', () => clearTimeout(timer));
    utterance.addEventListener('boundary', ({ charIndex }) => onChar(charIndex));
    utterance.addEventListener('end', finish);
    utterance.addEventListener('error', ({ error }) => {
      if (signal.aborted || error === 'interrupted' || error === 'canceled') finish();
      else fail(error);
    });
    signal.addEventListener('abort', abort);
    speechSynthesis.speak(utterance);
  });

const speakWith =
  (voice: SpeechSynthesisVoice): Voice['speak'] =>
  async ({ text, rate }: Utterance, signal, onProgress) => {
    const parts = voice.localService ? [text] : partsOf(text, rate, REMOTE_SECONDS_MAX);
    // A rest of an earlier page, or of another tab, would be said first.
    speechSynthesis.cancel();
    let before = 0;
    for (const part of parts) {
      if (signal.aborted) return;
      const start = before;
      await say(voice, part, rate, signal, (char) => onProgress((start + char) / Math.max(1, text.length)));
      before += part.length;
    }
  };

const hasSpeech = (): boolean => 'speechSynthesis' in globalThis && 'SpeechSynthesisUtterance' in globalThis;

let cached: readonly Voice[] = [];
let cachedOf = '';
/** Returns the voices; the same array as long as the device has the same ones. */
const listVoices = (): readonly Voice[] => {
  const found = hasSpeech() ? speechSynthesis.getVoices() : [];
  const key = found.map(({ voiceURI, lang }) => `${voiceURI} ${lang}`).join('\n');
  if (key === cachedOf) return cached;
  cachedOf = key;
  cached = sortVoices(
    found.map((voice) => ({
      id: voice.voiceURI,
      name: voice.name,
      language: voice.lang,
      source: 'device' as const,
      speak: speakWith(voice),
    })),
  );
  return cached;
};

const subscribe = (onChange: () => void): (() => void) => {
  if (!hasSpeech()) return () => undefined;
  // Most browsers load the voices on the first request and report them later.
  speechSynthesis.addEventListener('voiceschanged', onChange);
  return () => speechSynthesis.removeEventListener('voiceschanged', onChange);
};

/** Returns the voices of this device, Chinese ones first. Empty until the browser has loaded them, or if there are none. */
export const useDeviceVoices = (): readonly Voice[] => useSyncExternalStore(subscribe, listVoices);

/** Interface of a voice: the narrator of the book, a voice of the device, or one of the operator's speech service. */
import type { Clip } from '@shufang/reading-engine';

export interface Utterance {
  readonly text: string;
  /** 0.5 to 3; 1 is the voice's own speed. */
  readonly rate: number;
  /** The recording of the text, which the narrator plays. */
  readonly clip?: Clip;
}

export interface Voice {
  readonly id: string;
  readonly name: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly source: 'book' | 'device' | 'operator';
  /**
   * Says a sentence. Resolves when it is said or `signal` is aborted. Calls `onProgress` with the share of the text that has been said.
   * Throws when the voice does not speak.
   */
  speak(utterance: Utterance, signal: AbortSignal, onProgress: (share: number) => void): Promise<void>;
  /** Prepares the next sentence, so that there is no pause before it. */
  prepare?(utterance: Utterance): void;
}

const primaryOf = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? '';

export const isChinese = ({ language }: Pick<Voice, 'language'>): boolean => /^(?:zh|cmn|yue|wuu)$/.test(primaryOf(language));

/** Sorts Chinese voices first, Mandarin of the mainland before others; otherwise in the order of the device. */
export const sortVoices = (voices: readonly Voice[]): Voice[] => {
  const rank = (voice: Voice): number => (isChinese(voice) ? (/^(?:zh[-_](?:cn|hans)|cmn)/i.test(voice.language) ? 0 : 1) : 2);
  return voices.toSorted((a, b) => rank(a) - rank(b));
};

/** Returns all voices: those of the device that speak Chinese, which cost nothing, then those of the operator, then the others. */
export const orderVoices = (device: readonly Voice[], operator: readonly Voice[]): Voice[] => [
  ...device.filter(isChinese),
  ...operator,
  ...device.filter((voice) => !isChinese(voice)),
];

/** Returns the voice with which a text is read: the chosen one, but for a text without Chinese in another language one of that language. */
export const voiceFor = (
  voices: readonly Voice[],
  chosenId: string | undefined,
  { text, language }: { text: string; language: string },
): Voice | undefined => {
  const chosen = voices.find(({ id }) => id === chosenId) ?? voices[0];
  const wanted = primaryOf(language);
  if (!chosen || /\p{Script=Han}/u.test(text) || wanted === primaryOf(chosen.language)) return chosen;
  return voices.find((voice) => voice.source === chosen.source && primaryOf(voice.language) === wanted) ?? chosen;
};

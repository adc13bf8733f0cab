/** Dictionaries, and a service that translates. */
import type { DictionaryEntry } from '@shufang/contract';

export interface DictionaryGateway {
  /** Returns the words with which the text begins, the longest first. Throws `LookUpUnavailableError`. */
  lookUp(text: string, signal: AbortSignal): Promise<readonly DictionaryEntry[]>;
}

export type Language = 'zh' | 'en';

export interface TranslationGateway {
  /** Returns the text in another language. Throws `LookUpUnavailableError`. */
  translate(text: string, target: Language, signal: AbortSignal): Promise<string>;
}

export class LookUpUnavailableError extends Error {
  override readonly name = 'LookUpUnavailableError';
}

/**
 * Searches in the text of a stored book with the functions of the server, so that the hits are the same. Pure: runs in the store page of a
 * browser and in the main process of the desktop client.
 */
import { toReadableText } from '../publication/formula-text.ts';
import type { Locator } from '../publication/locator.ts';
import { findInPassage } from './find-in-passage.ts';
import { foldAt, foldText, lengthAt } from './fold-text.ts';
import { locatorOfHit, type PassageOfBook } from './hit-locator.ts';

/** The text of a book as the device stores it. */
export interface StoredText {
  readonly passages: readonly PassageOfBook[];
  /** Number of characters of each document of the reading order. */
  readonly chars: readonly number[];
}

const SEPARATORS: ReadonlySet<string> = new Set(['space', 'newline', 'invisible']);

/** Returns the normalized characters of a text without white space and invisible characters. */
const compact = (text: string): string => {
  let result = '';
  for (let at = 0; at < text.length; at += lengthAt(text, at)) {
    const { className, text: folded } = foldAt(text, at);
    if (!SEPARATORS.has(className)) result += folded;
  }
  return result;
};

const compactPassage = ({ text, formulas }: PassageOfBook): string =>
  compact(formulas.length === 0 ? text : toReadableText(text, formulas).text);

const compacted = new WeakMap<StoredText, readonly string[]>();

/** Returns the normalized text of each passage: calculated once for a text, so that a query need not look at every character again. */
const compactPassages = (stored: StoredText): readonly string[] => {
  const existing = compacted.get(stored);
  if (existing !== undefined) return existing;
  const result = stored.passages.map(compactPassage);
  compacted.set(stored, result);
  return result;
};

/** Number of characters that are prepared at a time, in about 10 ms. */
const SLICE_CHARS = 150_000;

/** Prepares a text for its first query. `pause` lets other work of the thread run, such as turning a page of the book. */
export const prepareSearch = async (stored: StoredText, pause: () => Promise<void>): Promise<void> => {
  const texts: string[] = [];
  let chars = 0;
  for (const passage of stored.passages) {
    texts.push(compactPassage(passage));
    chars += passage.text.length;
    if (chars < SLICE_CHARS) continue;
    chars = 0;
    await pause();
  }
  compacted.set(stored, texts);
};

/**
 * Returns texts that every match contains in its normalized form. Words with letters beyond ASCII are left out: a combining character in the
 * text can make them equal.
 */
const partsOfMatch = (q: string): string[] => {
  const parts: string[] = [];
  let run = '';
  for (const { kind, text, joined } of foldText(q)) {
    if (kind === 'word' && /^[\u0021-\u007e]+$/.test(text)) parts.push(text);
    if (kind !== 'han') continue;
    run += text;
    if (joined) continue;
    parts.push(run);
    run = '';
  }
  return run === '' ? parts : [...parts, run];
};

/** Returns the hits from `offset` on, at most `limit`, in reading order, and the number of all hits. */
export const searchText = (
  stored: StoredText,
  q: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { hits: Locator[]; total: number } => {
  const hits: Locator[] = [];
  let total = 0;
  const parts = partsOfMatch(q);
  const texts = compactPassages(stored);
  stored.passages.forEach((passage, index) => {
    if (!parts.every((part) => texts[index]?.includes(part) === true)) return;
    for (const range of findInPassage(passage, q)) {
      if (total >= offset && hits.length < limit) hits.push(locatorOfHit(passage, range, stored.chars[passage.documentIndex]));
      total += 1;
    }
  });
  return { hits, total };
};

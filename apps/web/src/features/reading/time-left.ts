/** How long the rest of the chapter and of the book takes at a speed. Pure. */
import type { ReadingOrderItem } from '@shufang/contract';
import type { OutlineRow } from './book-outline.ts';

/** A book with less text is a picture book, whose time does not depend on its characters. */
const CHARS_MIN = 1_000;

export interface TimeLeft {
  /** Minutes, at least 1 while text is left. Undefined before the first entry of the table of contents, and in a book without one. */
  readonly chapter: number | undefined;
  readonly book: number;
}

const minutesOf = (chars: number, speed: number): number => (chars < 0.5 ? 0 : Math.max(1, Math.round(chars / speed)));

/** Returns the number of characters of the documents. */
export const charsOf = (documents: readonly ReadingOrderItem[]): number => documents.reduce((sum, { chars }) => sum + chars, 0);

/** Returns the time left after `progression` (0 to 1 in the publication); undefined for a book with almost no text. */
export const timeLeft = (
  chars: number,
  chapter: OutlineRow | undefined,
  progression: number | undefined,
  speed: number,
): TimeLeft | undefined => {
  if (chars < CHARS_MIN || progression === undefined) return undefined;
  const left = (end: number): number => minutesOf(Math.max(0, end - progression) * chars, speed);
  return { chapter: chapter && left(chapter.end), book: left(1) };
};

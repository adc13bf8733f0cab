/**
 * Review cards: annotations as questions for spaced repetition. A card is a separate record and not a field of the annotation: rating it
 * neither changes the annotation's modification time (which is exported with it) nor syncs the whole annotation to every device. A client
 * that does not support cards skips these records and pulls them again once it does (flows/sync.md).
 */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { type FormulaNotation, readableQuote } from '../publication/formula-text.ts';
import type { Annotation } from './annotation.ts';

/**
 * Schedule of a card after its last rating, by FSRS (https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm). Synced as
 * one value: fields of two ratings must not be mixed. Times are UTC ms.
 */
export const cardSchedule = z.object({
  /** State of a card: `learning` (new) and `relearning` (forgotten) cards are due within minutes, `review` cards after days. */
  state: z.enum(['learning', 'review', 'relearning']),
  dueAt: z.number().int().min(0),
  /** Number of days until the probability that the reader remembers the card falls to 90 %. */
  stability: z.number().min(0).max(1_000_000),
  /** Difficulty of the card, from 1 to 10. */
  difficulty: z.number().min(0).max(10),
  scheduledDays: z.number().int().min(0).max(100_000),
  learningStep: z.number().int().min(0).max(100),
  reviews: z.number().int().min(1),
  lapses: z.number().int().min(0),
  reviewedAt: z.number().int().min(0),
  /** Time of the card's first review. It is used to count the new cards of a day, whose number is limited for all devices together. */
  firstReviewedAt: z.number().int().min(0),
});
export type CardSchedule = z.output<typeof cardSchedule>;

/**
 * The card of an annotation; its id is the annotation's. `schedule` is absent until the first rating. Each field is
 * last-writer-wins.
 */
export const reviewCardRecord = z.object({
  schedule: cardSchedule.optional(),
  /** Whether the reader excluded the card from review. */
  isOut: z.boolean().optional(),
});
export type ReviewCardRecord = z.output<typeof reviewCardRecord>;

/**
 * Sides of a card. `note`: the passage is the question, the reader's note the answer. `words`: a cloze, the context with the passage
 * hidden.
 */
export type CardSides =
  | { readonly kind: 'note'; readonly passage: string; readonly answer: string }
  | { readonly kind: 'words'; readonly before: string; readonly answer: string; readonly after: string };

const ELLIPSIS = '……';

/** Returns the context of a passage, limited to its own paragraph if that has any; an ellipsis shows where it was truncated. */
const contextAround = (prefix: string, suffix: string): { before: string; after: string } => {
  const before = prefix.slice(prefix.lastIndexOf('\n') + 1);
  const [after = ''] = suffix.split('\n');
  if (`${before}${after}`.trim() === '') return { before: prefix, after: suffix };
  const isCut = (text: string): boolean => text.length >= LIMITS.quoteContextChars;
  return { before: isCut(before) ? `${ELLIPSIS}${before}` : before, after: isCut(after) ? `${after}${ELLIPSIS}` : after };
};

/** Returns both sides of an annotation's card; undefined for bookmarks, deleted annotations, and highlights without context. */
export const cardSidesOf = (
  annotation: Pick<Annotation, 'kind' | 'body' | 'target' | 'deletedAt'>,
  notation?: FormulaNotation,
): CardSides | undefined => {
  const { exact, prefix, suffix } = readableQuote(annotation.target.quote, notation);
  if (annotation.kind === 'bookmark' || annotation.deletedAt !== undefined || exact.trim() === '') return undefined;
  if (annotation.body.trim() !== '') return { kind: 'note', passage: exact, answer: annotation.body };
  const { before, after } = contextAround(prefix, suffix);
  return `${before}${after}`.trim() === '' ? undefined : { kind: 'words', before, answer: exact, after };
};

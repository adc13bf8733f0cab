/**
 * Review cards: what a person recalls by looking at one side, made of their marks. A card is a record of its own and not a field of the
 * mark: rating one neither changes when the mark was changed last (which goes out with it as a W3C annotation) nor sends the whole mark to
 * every device, and a client that does not know of cards passes them over and asks for them once it does (flows/sync.md).
 */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import type { Annotation } from './annotation.ts';

/**
 * Where a card stands after its last rating, as FSRS counts it (https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm).
 * Moves as one: half of one rating and half of another would be no standing at all. Times are UTC ms.
 */
export const cardStanding = z.object({
  /** `learning`: new and `relearning`: forgotten, both come again within minutes. `review`: comes again after days. */
  state: z.enum(['learning', 'review', 'relearning']),
  dueAt: z.number().int().min(0),
  /** Days until the chance to recall it is nine in ten. */
  stability: z.number().min(0).max(1_000_000),
  /** From 1 to 10. */
  difficulty: z.number().min(0).max(10),
  scheduledDays: z.number().int().min(0).max(100_000),
  learningStep: z.number().int().min(0).max(100),
  reviews: z.number().int().min(1),
  lapses: z.number().int().min(0),
  reviewedAt: z.number().int().min(0),
  /** When it was new: so many a day are, on all devices together. */
  firstReviewedAt: z.number().int().min(0),
});
export type CardStanding = z.output<typeof cardStanding>;

/** The card of a mark; id = the mark's. Absent `standing`: never rated. Each field goes to the later stamp by itself. */
export const reviewCardRecord = z.object({
  standing: cardStanding.optional(),
  /** Taken out of the cards by its reader. */
  isOut: z.boolean().optional(),
});
export type ReviewCardRecord = z.output<typeof reviewCardRecord>;

/** `note`: the passage asks for what the reader wrote of it. `words`: the words around ask for those that are hidden. */
export type CardSides =
  | { readonly kind: 'note'; readonly passage: string; readonly answer: string }
  | { readonly kind: 'words'; readonly before: string; readonly answer: string; readonly after: string };

const CUT = '……';

/** The words around a passage: of its own paragraph where that has any, and told where they begin or end in the middle. */
const wordsAround = (prefix: string, suffix: string): { before: string; after: string } => {
  const before = prefix.slice(prefix.lastIndexOf('\n') + 1);
  const [after = ''] = suffix.split('\n');
  if (`${before}${after}`.trim() === '') return { before: prefix, after: suffix };
  const isCut = (words: string): boolean => words.length >= LIMITS.quoteContextChars;
  return { before: isCut(before) ? `${CUT}${before}` : before, after: isCut(after) ? `${after}${CUT}` : after };
};

/** Both sides of the card of a mark; undefined for one that makes none: a bookmark, one in the bin, a highlight with no words around it. */
export const cardSidesOf = (mark: Pick<Annotation, 'kind' | 'body' | 'target' | 'deletedAt'>): CardSides | undefined => {
  const { exact, prefix, suffix } = mark.target.quote;
  if (mark.kind === 'bookmark' || mark.deletedAt !== undefined || exact.trim() === '') return undefined;
  if (mark.body.trim() !== '') return { kind: 'note', passage: exact, answer: mark.body };
  const { before, after } = wordsAround(prefix, suffix);
  return `${before}${after}`.trim() === '' ? undefined : { kind: 'words', before, answer: exact, after };
};

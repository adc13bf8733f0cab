/** What becomes of several marks of one book when they are made one. Pure. */
import { type Annotation, LIMITS } from '@shufang/contract';
import { inBookOrder } from './arrange-marks.ts';

export interface JoinedMarks {
  /** Stands first in the book: keeps its place, and gets all the words. */
  readonly kept: Annotation;
  readonly body: string;
  readonly tags: readonly string[];
  /** The others, which go to the bin. */
  readonly gone: readonly Annotation[];
}

export type JoinRefusal = 'fewerThanTwo' | 'severalBooks' | 'tooLong' | 'bookmark';

/** With those that lost against another device. */
const textsOf = ({ body, otherBodies }: Annotation): string[] => [body, ...(otherBodies ?? []).map((other) => other.body)];

const wordsOf = (mark: Annotation): string => [`「${mark.target.quote.exact.trim()}」`, ...textsOf(mark)].filter(Boolean).join('\n');

/** The passages of the others are kept as words, so that nothing is lost but their places. */
export const joinMarks = (marks: readonly Annotation[]): JoinedMarks | JoinRefusal => {
  const [kept, ...gone] = inBookOrder(marks);
  if (kept === undefined || gone.length === 0) return 'fewerThanTwo';
  if (gone.some(({ bookId }) => bookId !== kept.bookId)) return 'severalBooks';
  // A bookmark holds no passage and shows no words.
  if (marks.some(({ kind }) => kind === 'bookmark')) return 'bookmark';
  const body = [...textsOf(kept), ...gone.map(wordsOf)].filter(Boolean).join('\n\n');
  if (body.length > LIMITS.noteBodyChars) return 'tooLong';
  return { kept, body, tags: [...new Set([kept, ...gone].flatMap(({ tags }) => tags))].slice(0, LIMITS.noteTags), gone };
};

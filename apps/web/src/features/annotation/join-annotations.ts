/** Joins several annotations of one book into one. Pure. */
import { type Annotation, LIMITS } from '@shufang/contract';
import { passageOf } from '../../platform/formula/readable-quote.ts';
import { inBookOrder } from './arrange-annotations.ts';

export interface JoinedAnnotations {
  /** The annotation that comes first in the book; its position does not change, and it receives the texts of all. */
  readonly remaining: Annotation;
  readonly body: string;
  readonly tags: readonly string[];
  /** The other annotations, which are to be deleted. */
  readonly removed: readonly Annotation[];
}

export type JoinRefusal = 'fewerThanTwo' | 'severalBooks' | 'tooLong' | 'bookmark';

/** Returns the text of a note, and the different texts of the same note that other devices have saved meanwhile. */
const textsOf = ({ body, otherBodies }: Annotation): string[] => [body, ...(otherBodies ?? []).map((other) => other.body)];

const textOf = (annotation: Annotation): string =>
  [`「${passageOf(annotation).trim()}」`, ...textsOf(annotation)].filter(Boolean).join('\n');

/** Returns the joined annotation. The passages of the others become text, so only their positions are lost. */
export const joinAnnotations = (annotations: readonly Annotation[]): JoinedAnnotations | JoinRefusal => {
  const [remaining, ...removed] = inBookOrder(annotations);
  if (remaining === undefined || removed.length === 0) return 'fewerThanTwo';
  if (removed.some(({ bookId }) => bookId !== remaining.bookId)) return 'severalBooks';
  // A bookmark has no passage and shows no text.
  if (annotations.some(({ kind }) => kind === 'bookmark')) return 'bookmark';
  const body = [...textsOf(remaining), ...removed.map(textOf)].filter(Boolean).join('\n\n');
  if (body.length > LIMITS.noteBodyChars) return 'tooLong';
  return { remaining, body, tags: [...new Set([remaining, ...removed].flatMap(({ tags }) => tags))].slice(0, LIMITS.noteTags), removed };
};

/** The person's marks, filtered and searched, a page at a time. */
import {
  type Annotation,
  type BookCard,
  CodedError,
  entityId,
  type OutputOf,
  type queryNotes as operation,
  type ParsedInputOf,
} from '@shufang/contract';
import { z } from 'zod';
import type { Database, Queryable } from '../../platform/database.ts';
import { foldWords } from '../media/text-index/fold-text.ts';
import { withSpelt } from './find-spelt-marks.ts';
import { type AnnotationFilter, countAnnotationsByBook, listAnnotationsInBookOrder, listNewestAnnotations } from './store.ts';
import type { StoredAnnotation } from './stored-annotation.ts';
import { viewAnnotation } from './view.ts';

export interface NoteDependencies {
  readonly db: Database;
  /** Cards of these books as this person sees them, also of books taken off the shelf; unknown ids are left out. */
  readonly findBookCards: (userId: string, bookIds: readonly string[]) => Promise<readonly BookCard[]>;
}

type NoteWishes = Pick<
  ParsedInputOf<typeof operation>,
  'bookId' | 'kind' | 'color' | 'chapter' | 'tag' | 'anchor' | 'from' | 'before' | 'q'
>;

export const filterOf = (db: Queryable, userId: string, { q = '', ...wishes }: NoteWishes): Promise<AnnotationFilter> => {
  const { bookId, kind, color, chapter, tag, anchor, from, before } = wishes;
  return withSpelt(db, userId, { bookId, kind, color, chapter, tag, anchor, from, before, words: foldWords(q) }, q);
};

const newestCursor = z.tuple([z.number().int(), entityId]);
const bookCursor = z.tuple([entityId, z.number(), z.number().int(), entityId]);

const encodeCursor = (place: readonly unknown[]): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Throws `request.invalid` for a cursor this order did not hand out. */
const decodeCursor = <T>(cursor: string | undefined, schema: z.ZodType<T>): T | undefined => {
  if (cursor === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch (error) {
    throw new CodedError('request.invalid', { reason: '翻页位置有误' }, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new CodedError('request.invalid', { reason: '翻页位置有误' });
  return parsed.data;
};

const listPage = (
  deps: NoteDependencies,
  userId: string,
  filter: AnnotationFilter,
  input: Pick<ParsedInputOf<typeof operation>, 'order' | 'cursor'>,
  limit: number,
): Promise<StoredAnnotation[]> => {
  if (input.order === 'newest') {
    const after = decodeCursor(input.cursor, newestCursor);
    return listNewestAnnotations(deps.db.orm, userId, filter, after && { createdAt: after[0], id: after[1] }, limit);
  }
  const after = decodeCursor(input.cursor, bookCursor);
  const place = after && { bookId: after[0], progression: after[1], start: after[2], id: after[3] };
  return listAnnotationsInBookOrder(deps.db.orm, userId, filter, place, limit);
};

const cursorAt = (order: 'newest' | 'book', mark: Annotation): string =>
  encodeCursor(order === 'newest' ? [mark.createdAt, mark.id] : [mark.bookId, mark.totalProgression, mark.target.position.start, mark.id]);

/**
 * Living marks only. `total` counts all that match; `books` counts what matches in each book with the book filter left aside, so that
 * the list of books stays whole while one is chosen.
 */
export const queryNotes = async (
  deps: NoteDependencies,
  userId: string,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> => {
  const { bookId, ...wishes } = input;
  const filter = await filterOf(deps.db.orm, userId, wishes);
  const [found, counts] = await Promise.all([
    listPage(deps, userId, { ...filter, bookId }, input, input.limit + 1),
    countAnnotationsByBook(deps.db.orm, userId, filter),
  ]);
  const items = found.slice(0, input.limit).map(viewAnnotation);
  const last = items.at(-1);
  const cards = await deps.findBookCards(
    userId,
    counts.map((each) => each.bookId),
  );
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const counted = bookId === undefined ? counts : counts.filter((each) => each.bookId === bookId);
  return {
    items,
    total: counted.reduce((sum, each) => sum + each.count, 0),
    ...(found.length > input.limit && last !== undefined ? { next: cursorAt(input.order, last) } : {}),
    books: counts.flatMap(({ bookId, count }) => {
      const book = cardOf.get(bookId);
      return book === undefined ? [] : [{ book, count }];
    }),
  };
};

/** Lists the caller's annotations, filtered and searched, in pages. */
import { type Annotation, entityId } from '@shufang/contract';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { pageOf, readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import type { AnnotationDependencies } from './annotation-dependencies.ts';
import { filterOf } from './note-filter.ts';
import { type AnnotationFilter, countAnnotationsByBook, listAnnotationsInBookOrder, listNewestAnnotations } from './store.ts';
import type { StoredAnnotation } from './stored-annotation.ts';
import { viewAnnotation } from './view.ts';

const newestCursor = z.tuple([z.number().int(), entityId]);
const bookCursor = z.tuple([entityId, z.number(), z.number().int(), entityId]);

const listPage = (
  db: Queryable,
  userId: string,
  filter: AnnotationFilter,
  input: Pick<UseCaseInput<'queryNotes'>, 'order' | 'cursor'>,
  limit: number,
): Promise<StoredAnnotation[]> => {
  if (input.order === 'newest') {
    const after = readCursor(input.cursor, newestCursor);
    return listNewestAnnotations(db, userId, filter, after && { createdAt: after[0], id: after[1] }, limit);
  }
  const after = readCursor(input.cursor, bookCursor);
  const position = after && { bookId: after[0], progression: after[1], start: after[2], id: after[3] };
  return listAnnotationsInBookOrder(db, userId, filter, position, limit);
};

const cursorAt = (order: 'newest' | 'book', annotation: Annotation): string =>
  writeCursor(
    order === 'newest'
      ? [annotation.createdAt, annotation.id]
      : [annotation.bookId, annotation.totalProgression, annotation.target.position.start, annotation.id],
  );

/**
 * Lists annotations that are not deleted. `total` counts all matches; `books` counts the matches in each book without the book filter, so
 * that the list of books stays complete while one is chosen. Throws `request.invalid` for an invalid cursor.
 */
export const queryNotes: UseCase<'queryNotes', Pick<AnnotationDependencies, 'db' | 'findBookCards'>> = async (
  dependencies,
  caller,
  input,
) => {
  const { userId } = caller.reader;
  const { bookId, ...selection } = input;
  const filter = await filterOf(dependencies.db.orm, userId, selection);
  const [found, counts] = await Promise.all([
    listPage(dependencies.db.orm, userId, { ...filter, bookId }, input, input.limit + 1),
    countAnnotationsByBook(dependencies.db.orm, userId, filter),
  ]);
  const { items, next } = pageOf(found.map(viewAnnotation), input.limit, (last) => cursorAt(input.order, last));
  const cards = await dependencies.findBookCards(
    userId,
    counts.map((each) => each.bookId),
  );
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const counted = bookId === undefined ? counts : counts.filter((each) => each.bookId === bookId);
  return {
    items,
    total: counted.reduce((sum, each) => sum + each.count, 0),
    ...(next === undefined ? {} : { next }),
    books: counts.flatMap(({ bookId, count }) => {
      const book = cardOf.get(bookId);
      return book === undefined ? [] : [{ book, count }];
    }),
  };
};

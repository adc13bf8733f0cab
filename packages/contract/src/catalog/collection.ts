/** Collections of books, targets of home slots, and cards of books with the caller's right. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { accessRight, bookCard, shelfState } from './book-card.ts';

/** Kinds of collections: `series` (丛书), `topic` (专题), reading list `list` (书单), and catalog of a textbook plan `plan` (规划教材目录). */
export const collectionKind = z.enum(['series', 'topic', 'list', 'plan']);

export type CollectionKind = z.output<typeof collectionKind>;

/** What a list shows of a collection. */
export const collectionCard = z.object({
  id: entityId,
  kind: collectionKind,
  title: z.string(),
  intro: z.string(),
  /** URL of the picture that an editor chose; absent if the picture is composed from covers. */
  picture: z.string().optional(),
  /** Number of books in the collection that are published at present. */
  bookCount: z.number().int(),
  /** First books of the collection, from whose covers the picture is composed. */
  firstBooks: z.array(bookCard).max(3),
});

export type CollectionCard = z.output<typeof collectionCard>;

export const idList = (max: number) =>
  z
    .string()
    .max(max * 27)
    .transform((text) => (text === '' ? [] : text.split(',')))
    .pipe(z.array(entityId).max(max));

/**
 * A book with the caller's current right to it and its current state in the catalog, for lists of given books: shelf, recent books,
 * editions.
 */
export const bookStatusCard = z.object({
  book: bookCard,
  right: accessRight,
  shelfState,
  /** Id of the current version of the book; absent in responses that an earlier client cached. */
  versionId: entityId.optional(),
});

export type BookStatusCard = z.output<typeof bookStatusCard>;

/** Kinds of home slots. `banner`: large pictures; `row`: a collection's books as a row of the home page. */
export const homeSlotKind = z.enum(['banner', 'row']);

export type HomeSlotKind = z.output<typeof homeSlotKind>;

/** What a home slot links to. `page`: a path within the product, beginning with one `/`. */
export const homeTargetType = z.enum(['book', 'collection', 'page']);

export type HomeTargetType = z.output<typeof homeTargetType>;

/** The front page: newest books, free books, and the disciplines that have any. */
import type { getHome as getHomeOperation, listContinueReading as listContinueReadingOperation, OutputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext, ReaderContext } from '../../platform/http/call-context.ts';
import { findBooks } from './find-books.ts';
import { type Personal, personalMarksFor } from './personal-marks.ts';
import { countFacets, listPublishedBooks } from './store.ts';
import { toBookCard } from './view.ts';

interface Dependencies {
  readonly db: Queryable;
  readonly personal: Personal;
}

const ROW_LENGTH = 12;
const CONTINUE_LENGTH = 6;

export const getHome = async (deps: Dependencies, context: CallContext): Promise<OutputOf<typeof getHomeOperation>> => {
  const [newest, free, facets] = await Promise.all([
    listPublishedBooks(deps.db, { filter: {}, order: 'newest', limit: ROW_LENGTH }),
    listPublishedBooks(deps.db, { filter: { access: 'free' }, order: 'newest', limit: ROW_LENGTH }),
    countFacets(deps.db, {}),
  ]);
  const marks = await personalMarksFor(deps.personal, context, [...newest, ...free]);
  return {
    newest: newest.map((book) => toBookCard(book, marks)),
    free: free.map((book) => toBookCard(book, marks)),
    categories: facets.categories.filter((category) => category.count > 0),
  };
};

/** Books in the middle of reading; a book the person may no longer open is still listed: the info page says what to do. */
export const listContinueReading = async (
  deps: Dependencies,
  context: ReaderContext,
): Promise<OutputOf<typeof listContinueReadingOperation>> => {
  const recent = await deps.personal.recentProgress(context.reader.userId, CONTINUE_LENGTH);
  const books = await findBooks(
    deps.db,
    recent.map((entry) => entry.bookId),
  );
  const marks = await personalMarksFor(deps.personal, context, books);
  return {
    items: recent.flatMap((entry) => {
      const book = books.find((candidate) => candidate.id === entry.bookId);
      return book === undefined ? [] : [{ book: toBookCard(book, marks), locator: entry.locator, readAt: entry.updatedAt }];
    }),
  };
};

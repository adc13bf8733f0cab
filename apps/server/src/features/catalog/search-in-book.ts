/** Search inside one book: every hit in reading order, with the words around it. */
import { CodedError, type OutputOf, type ParsedInputOf, type searchInBook as searchInBookOperation } from '@shufang/contract';
import { z } from 'zod';
import type { CallContext } from '../../platform/http/call-context.ts';
import { findReleasedVersion } from '../media/publication/read-publication.ts';
import { toTsquery } from '../media/text-index/index-terms.ts';
import { findInText } from '../media/text-index/passages.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { findBook } from './find-books.ts';
import type { BookInfoDependencies } from './get-book-info.ts';
import { locatorOfHit } from './hit-locator.ts';
import { findPassagesInVersion } from './search-store.ts';

/** About four million characters of matching text: more than any reader will page through. */
const PASSAGES_MAX = 2_000;

export const searchInBook = async (
  deps: BookInfoDependencies,
  context: CallContext,
  input: ParsedInputOf<typeof searchInBookOperation>,
): Promise<OutputOf<typeof searchInBookOperation>> => {
  const book = await findBook(deps.db, input.bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(deps.db, book.currentVersionId);
  if (book === undefined || version === undefined) throw new CodedError('catalog.bookNotFound');
  const right = await deps.personal.rightOf(context, book);
  if (right.kind === 'none') throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'commerce.notEntitled');
  const query = toTsquery(input.q);
  if (query === undefined) return { hits: [], total: 0 };

  const firstClosed = deps.firstClosed(version.manifest, right, book.trialChapters);
  const offset = readCursor(input.cursor, z.tuple([z.number().int().min(0)]))?.[0] ?? 0;
  const places = (await findPassagesInVersion(deps.db, version.id, query, PASSAGES_MAX)).flatMap((passage) =>
    findInText(passage.text, input.q).map((place) => ({ passage, place })),
  );
  const end = offset + input.limit;
  return {
    hits: places
      .slice(offset, end)
      .map(({ passage, place }) => locatorOfHit(passage, place, version.manifest, passage.documentIndex >= firstClosed)),
    total: places.length,
    ...(places.length > end ? { next: writeCursor([end]) } : {}),
  };
};

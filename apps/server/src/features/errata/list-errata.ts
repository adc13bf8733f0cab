/** Lists the accepted errata of a book, or the caller's own in any state. */
import { CodedError } from '@shufang/contract';
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import { viewErratum } from './erratum-view.ts';
import { countErrata, listErrataOfBook } from './store.ts';

/**
 * Returns a page of errata. Throws `catalog.bookNotFound`, `request.invalid` for an invalid cursor, `requestLogin` if an anonymous user
 * requests own errata.
 */
export const listErrata: UseCase<'listErrata', ErrataDependencies> = async (dependencies, caller, { bookId, whose, cursor, limit }) => {
  const { db } = dependencies;
  await findVisibleBook(dependencies, caller, bookId);
  const userId = caller.reader?.userId;
  if (whose === 'mine' && userId === undefined) throw new CodedError('requestLogin');
  const after = readTimeCursor(cursor);
  const ofUser = whose === 'mine' ? userId : undefined;
  const [found, counts] = await Promise.all([
    listErrataOfBook(db.orm, { bookId, ofUser, after, limit: limit + 1 }),
    countErrata(db.orm, { bookId, accessScope: undefined }),
  ]);
  const { items, next } = pageOf(found, limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
  return {
    items: items.map((one) => viewErratum(one, userId)),
    counts,
    ...(next === undefined ? {} : { next }),
  };
};

/** Lists the books in the access scope, last changed first. Throws `request.invalid` for an invalid cursor. */
import { pageOf, readTimeCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { toAdminBookSummary } from './admin-book.ts';
import { listAdminBookRows } from './admin-book-store.ts';

export const listAdminBooks: UseCase<'listAdminBooks', Pick<BookAdminDependencies, 'db'>> = async (
  { db },
  { accessScope },
  { q, state, cursor, limit },
) => {
  const after = readTimeCursor(cursor);
  const rows = await listAdminBookRows(db.orm, { q, state, accessScope, after, limit: limit + 1 });
  const { items, next } = pageOf(rows, limit, (last) => writeCursor([last.updated_at, last.id]));
  return {
    items: items.map(toAdminBookSummary),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};

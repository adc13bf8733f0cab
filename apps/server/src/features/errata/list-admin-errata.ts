/** Lists the errata in the access scope by state, with the number in each state. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { viewErrataForAdmin } from './admin-erratum.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import { countErrata, listErrataPage } from './store.ts';

/** Returns a page of errata and the counts. Throws `request.invalid` for an invalid cursor. */
export const listAdminErrata: UseCase<'listAdminErrata', Pick<ErrataDependencies, 'db' | 'findUsers'>> = async (
  dependencies,
  { accessScope },
  { state, bookId, cursor, limit },
) => {
  const after = readTimeCursor(cursor);
  const found = await listErrataPage(dependencies.db.orm, { state, bookId, accessScope, after, limit: limit + 1 });
  const isOpen = state === 'submitted' || state === 'accepted';
  const { items, next } = pageOf(found, limit, (last) => writeCursor([isOpen ? last.createdAt : (last.decidedAt ?? 0), last.id]));
  return {
    items: await viewErrataForAdmin(dependencies, items),
    counts: await countErrata(dependencies.db.orm, { bookId, accessScope }),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};

/** Lists the adoption lists in the access scope by state, with the number in each state. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { viewAdoptionsForAdmin } from './adoption-view.ts';
import { countAdoptions, LEVELS, listAdoptionsPage } from './store.ts';

/** Returns a page of lists and the counts. Throws `request.invalid` for an invalid cursor. */
export const listAdminAdoptions: UseCase<'listAdminAdoptions', AdoptionDependencies> = async (
  deps,
  { accessScope },
  { status, level, term, first, q, cursor, limit },
) => {
  const filter = { level: level === undefined ? undefined : LEVELS.indexOf(level), term, first, q, accessScope };
  const found = await listAdoptionsPage(deps.db.orm, { ...filter, status, after: readTimeCursor(cursor), limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ updatedAt, id }) => writeCursor([updatedAt, id]));
  return {
    items: await viewAdoptionsForAdmin(deps, items),
    counts: await countAdoptions(deps.db.orm, filter),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};

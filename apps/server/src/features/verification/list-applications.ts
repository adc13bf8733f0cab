/** Lists applications for editors, with the number of applications in each state. Throws `request.invalid` for an invalid cursor. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { viewApplications } from './application-record.ts';
import { countApplications, listApplicationsPage } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const listApplications: UseCase<'listApplications', VerificationDependencies> = async (
  deps,
  _caller,
  { state, kind, cursor, limit },
) => {
  const after = readTimeCursor(cursor);
  const found = await listApplicationsPage(deps.db.orm, { state, kind, after, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ decidedAt, submittedAt, id }) => writeCursor([decidedAt ?? submittedAt, id]));
  return {
    items: await viewApplications(deps, items),
    counts: await countApplications(deps.db.orm, kind),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};

/** Lists the samples in the access scope by state, with the number in each state. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import { viewSamplesForAdmin } from './sample-view.ts';
import { countSamples, listSamplesPage } from './store.ts';

/** Returns a page of samples and the counts. Throws `request.invalid` for an invalid cursor. */
export const listAdminSamples: UseCase<'listAdminSamples', SampleDependencies> = async (
  deps,
  { accessScope },
  { status, form, bookId, q, cursor, limit },
) => {
  const filter = { form, bookId, q, accessScope };
  const found = await listSamplesPage(deps.db.orm, { ...filter, status, after: readTimeCursor(cursor), limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
  return {
    items: await viewSamplesForAdmin(deps, items),
    counts: await countSamples(deps.db.orm, filter),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};

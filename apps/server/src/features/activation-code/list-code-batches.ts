/** Lists code batches for operators. Throws `request.invalid` for an invalid cursor. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { listBatches } from './batch-store.ts';
import { type BatchDependencies, viewBatches } from './code-batch-view.ts';

export const listCodeBatches: UseCase<'listCodeBatches', BatchDependencies> = async (
  deps,
  { reader, accessScope },
  { state, cursor, limit },
) => {
  const after = readTimeCursor(cursor);
  const found = await listBatches(deps.db.orm, { state, scope: accessScope, after, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
  return {
    items: await viewBatches(deps, reader.userId, items),
    ...(next === undefined ? {} : { next }),
  };
};

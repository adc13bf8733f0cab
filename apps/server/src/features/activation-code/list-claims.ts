/** Lists claims for operators. Throws `request.invalid` for an invalid cursor. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { listClaimsPage } from './claim-store.ts';
import { type ClaimDependencies, viewClaimsForOperator } from './code-claim.ts';

export const listClaims: UseCase<'listClaims', ClaimDependencies> = async (deps, { accessScope }, { status, cursor, limit }) => {
  const after = readTimeCursor(cursor);
  const found = await listClaimsPage(deps.db.orm, { status, scope: accessScope, after, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
  return {
    items: await viewClaimsForOperator(deps, items),
    ...(next === undefined ? {} : { next }),
  };
};

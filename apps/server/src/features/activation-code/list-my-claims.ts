/** Lists the caller's claims. */
import type { UseCase } from '../../platform/http/register.ts';
import { listClaimsOf } from './claim-store.ts';
import { type ClaimDependencies, viewClaims } from './code-claim.ts';

export const listMyClaims: UseCase<'listMyClaims', Pick<ClaimDependencies, 'db'>> = async (deps, { reader }) => ({
  items: await viewClaims(deps, await listClaimsOf(deps.db.orm, reader.userId)),
});

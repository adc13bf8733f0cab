/** Lists the statements of the caller, with what is due. */
import { LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { listStatementsOf, sumDue, viewStatement } from './statement-store.ts';

export const listMyRoyalties: UseCase<'listMyRoyalties', RoyaltyDependencies> = async ({ db: { orm } }, { reader }) => {
  const items = await listStatementsOf(orm, reader.userId, LIMITS.royaltyOwnStatementsMax);
  return { items: items.map(viewStatement), ...(await sumDue(orm, reader.userId)) };
};

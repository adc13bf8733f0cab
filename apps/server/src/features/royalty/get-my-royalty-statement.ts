/** Returns an own statement. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { readStatementPage } from './statement-page.ts';
import { findOwnStatement } from './statement-store.ts';

/** Throws `royalty.notFound`. */
export const getMyRoyaltyStatement: UseCase<'getMyRoyaltyStatement', RoyaltyDependencies> = async (
  { db: { orm } },
  { reader },
  { id, after },
) => {
  const found = await findOwnStatement(orm, reader.userId, id);
  if (found === undefined) throw new CodedError('royalty.notFound');
  return readStatementPage(orm, found, after);
};

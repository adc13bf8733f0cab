/** Returns a statement to finance. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { readStatementPage } from './statement-page.ts';
import { findScopedStatement } from './statement-store.ts';

/** Throws `royalty.notFound`. */
export const getRoyaltyStatement: UseCase<'getRoyaltyStatement', RoyaltyDependencies> = async (
  { db: { orm } },
  { accessScope },
  { id, after },
) => {
  const found = await findScopedStatement(orm, id, accessScope);
  if (found === undefined) throw new CodedError('royalty.notFound');
  return readStatementPage(orm, found, after);
};

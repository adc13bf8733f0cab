/** Makes the drafts of statements at the request of an operator. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { makeDrafts } from './make-statements.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';

export const makeRoyaltyStatements: UseCase<'makeRoyaltyStatements', RoyaltyDependencies> = async (deps, caller) => {
  const statements = await makeDrafts(deps, caller.accessScope);
  const target = { kind: 'royaltyStatement' as const, id: '' };
  await recordAuditEvent(deps.db.orm, operatorOf(caller), { action: 'royalty.make', target, after: { statements } }, deps.clock.now());
  return { payload: { statements }, say: statements === 0 ? '没有新的或变动的结算单' : `已生成 ${statements} 份结算单` };
};

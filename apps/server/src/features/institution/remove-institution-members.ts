/** Removes members from the list of an institution. Throws `institution.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { deleteMembers } from './member-store.ts';
import { requireInstitution } from './settings-store.ts';

export const removeInstitutionMembers: UseCase<'removeInstitutionMembers', Pick<InstitutionDependencies, 'account'>> = async (
  { account },
  caller,
  { institutionId, memberIds },
) => {
  const { db, clock } = account;
  const { name } = await requireInstitution(db.orm, institutionId);
  const removed = await db.transaction(async (tx) => {
    const count = await deleteMembers(tx, institutionId, memberIds);
    const target = { kind: 'institution', id: institutionId, name } as const;
    await recordAuditEvent(tx, operatorOf(caller), { action: 'institution.removeMembers', target, after: { removed: count } }, clock.now());
    return count;
  });
  return { payload: { removed }, say: `已移出 ${removed} 人` };
};

/** Sets or removes the deadline of an institution for a term. Throws `institution.notFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { listInstitutionNames } from '../institution/institution-names.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { deleteDeadline, putDeadline } from './deadline-store.ts';

export const setAdoptionDeadline: UseCase<'setAdoptionDeadline', AdoptionDependencies> = async (
  { db, clock },
  caller,
  { institutionId, term, closesAt },
) => {
  await db.transaction(async (tx) => {
    const name = (await listInstitutionNames(tx, [institutionId])).get(institutionId);
    if (name === undefined) throw new CodedError('institution.notFound');
    await (closesAt === null ? deleteDeadline(tx, institutionId, term) : putDeadline(tx, { institutionId, term, closesAt }));
    const target = { kind: 'institution', id: institutionId, name } as const;
    await recordAuditEvent(tx, operatorOf(caller), { action: 'adoption.deadline', target, after: { term, closesAt } }, clock.now());
  });
  return { payload: {}, say: closesAt === null ? '已取消截止时间' : '已设置截止时间' };
};

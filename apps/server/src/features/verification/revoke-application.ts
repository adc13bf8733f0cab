/**
 * Revokes an approval and the role it granted. Throws `application.notFound`, and `application.decided` for an application that is not
 * approved.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { changeRoles, publishRoleChange, type RoleChange } from '../authorization/change-roles.ts';
import { getApplicationRecord, requireLockedApplication } from './application-record.ts';
import { roleFor } from './approve.ts';
import { isInForce } from './rules.ts';
import { listApplicationsOf, putDecision } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const revokeApplication: UseCase<'revokeApplication', VerificationDependencies> = async (deps, caller, { id, reason }) => {
  const operator = operatorOf(caller);
  const now = deps.clock.now();
  const revoked = await deps.db.transaction(async (tx) => {
    const application = await requireLockedApplication(tx, id);
    if (application.state !== 'approved') throw new CodedError('application.decided');
    const { userId, kind } = application;
    await putDecision(tx, {
      id,
      state: 'revoked',
      fieldReasons: {},
      reply: reason,
      decidedBy: operator.userId,
      decidedAt: now,
      validUntil: undefined,
    });
    const stillApproved = (await listApplicationsOf(tx, userId, kind)).some((one) => one.id !== id && isInForce(one, now));
    const change: RoleChange = stillApproved ? {} : { remove: [roleFor(kind, now).role] };
    // A user without another role becomes a reader again.
    await changeRoles(tx, userId, { add: ['reader'], ...change }, now);
    const facts = { before: { state: 'approved' }, after: { state: 'revoked', userId }, reason };
    await recordAuditEvent(tx, operator, { action: 'application.revoke', target: { kind: 'application', id, name: kind }, ...facts }, now);
    return application;
  });
  await publishRoleChange(deps, revoked.userId);
  return { payload: await getApplicationRecord(deps, id), say: '已撤销' };
};

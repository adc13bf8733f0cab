/**
 * Approves or rejects an application. The decision, its role and its audit event are one transaction. Throws `application.notFound`,
 * `application.decided`, and `application.changed` if the user has changed the application meanwhile.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { publishRoleChange } from '../authorization/change-roles.ts';
import { notifyUser } from '../notification/notifications.ts';
import { getApplicationRecord, requireLockedApplication } from './application-record.ts';
import { approve } from './approve.ts';
import { putDecision } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const decideApplication: UseCase<'decideApplication', VerificationDependencies> = async (
  deps,
  caller,
  { id, submittedAt, decision, fieldReasons, reply },
) => {
  const operator = operatorOf(caller);
  const now = deps.clock.now();
  const { userId } = await deps.db.transaction(async (tx) => {
    const application = await requireLockedApplication(tx, id);
    if (application.state !== 'pending') throw new CodedError('application.decided');
    if (application.submittedAt !== submittedAt) throw new CodedError('application.changed');
    const { kind } = application;
    if (decision === 'approve') {
      await approve(tx, operator, application, reply, now);
      return application;
    }
    await putDecision(tx, {
      id,
      state: 'rejected',
      fieldReasons,
      reply,
      decidedBy: operator.userId,
      decidedAt: now,
      validUntil: undefined,
    });
    const facts = { before: { state: 'pending' }, after: { state: 'rejected', fieldReasons, userId: application.userId }, reason: reply };
    await recordAuditEvent(tx, operator, { action: 'application.reject', target: { kind: 'application', id, name: kind }, ...facts }, now);
    await notifyUser(tx, application.userId, { kind: 'applicationRejected', subject: { id, name: kind } }, now);
    return application;
  });
  // The event is published for a rejection too, so that the user's open page reloads the status.
  await publishRoleChange(deps, userId);
  return { payload: await getApplicationRecord(deps, id), say: decision === 'approve' ? '已通过' : '已驳回' };
};

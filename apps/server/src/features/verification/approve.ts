/** Approves an application: state, role, audit event and notification in one transaction. Used by editors and by automatic approval. */
import { RULE_OPERATOR } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { type AdminOperator, recordAuditEvent } from '../audit/audit-events.ts';
import { changeRoles } from '../authorization/change-roles.ts';
import { notifyUser } from '../notification/notifications.ts';
import { VERIFICATION_LIMITS } from './limits.ts';
import { putDecision, type StoredApplication } from './store.ts';

/** Returns the role that an approval grants. A verified teacher's role expires with the approval; an author's role does not expire. */
export const roleFor = (kind: StoredApplication['kind'], now: number): { role: 'teacher' | 'author'; expiresAt?: number } =>
  kind === 'teacher' ? { role: 'teacher', expiresAt: now + VERIFICATION_LIMITS.teacherValidMs } : { role: 'author' };

/** Approves the application within the caller's transaction. After it, the caller must publish the role change (`publishRoleChange`). */
export const approve = async (
  tx: Transaction,
  operator: AdminOperator | typeof RULE_OPERATOR,
  { id, kind, userId }: Pick<StoredApplication, 'id' | 'kind' | 'userId'>,
  reply: string,
  now: number,
): Promise<void> => {
  const grant = roleFor(kind, now);
  await putDecision(tx, {
    id,
    state: 'approved',
    fieldReasons: {},
    reply,
    decidedBy: operator === RULE_OPERATOR ? RULE_OPERATOR : operator.userId,
    decidedAt: now,
    validUntil: grant.expiresAt,
  });
  await changeRoles(tx, userId, { add: [grant] }, now);
  const facts = { before: { state: 'pending' }, after: { state: 'approved', ...grant, userId }, reason: reply };
  await recordAuditEvent(tx, operator, { action: 'application.approve', target: { kind: 'application', id, name: kind }, ...facts }, now);
  await notifyUser(tx, userId, { kind: 'applicationApproved', subject: { id, name: kind } }, now);
};

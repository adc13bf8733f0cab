/** An approval: the state, the role, the log and the news are one. For editors, and for the rule that needs none. */
import { LIMITS, RULE_OPERATOR } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import { tellPerson } from '../../platform/notices.ts';
import { changeRoles } from '../account/roles.ts';
import { putDecision, type StoredApplication } from './store.ts';

/** A verified teacher's role ends with what was approved; an author stays one. */
export const roleFor = (kind: StoredApplication['kind'], now: number): { role: 'teacher' | 'author'; expiresAt?: number } =>
  kind === 'teacher' ? { role: 'teacher', expiresAt: now + LIMITS.teacherValidMs } : { role: 'author' };

/** Who was told is announced by the caller (`announceRoles`) once the transaction is over. */
export const approve = async (
  tx: Transaction,
  operator: DeskOperator | typeof RULE_OPERATOR,
  { id, kind, userId }: Pick<StoredApplication, 'id' | 'kind' | 'userId'>,
  answer: string,
  now: number,
): Promise<void> => {
  const grant = roleFor(kind, now);
  await putDecision(tx, {
    id,
    state: 'approved',
    fieldReasons: {},
    answer,
    decidedBy: operator === RULE_OPERATOR ? RULE_OPERATOR : operator.userId,
    decidedAt: now,
    validUntil: grant.expiresAt,
  });
  await changeRoles(tx, userId, { add: [grant] }, now);
  const facts = { before: { state: 'pending' }, after: { state: 'approved', ...grant, userId }, reason: answer };
  await recordAct(tx, operator, { act: 'application.approve', target: { kind: 'application', id, name: kind }, ...facts }, now);
  await tellPerson(tx, userId, { kind: 'applicationApproved', subject: { id, name: kind } }, now);
};

/** Verifies a receipt against the stored answers. Throws `assignment.receiptUnknown`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { findAttempt, listAnswers } from './attempt-store.ts';
import { attemptOfCode, digestOfAnswers, isSigned, receiptOf } from './receipt.ts';
import { findAssignmentFor } from './store.ts';

export const verifyReceipt: UseCase<'verifyReceipt', AssignmentDependencies> = async ({ db, receiptKey }, _caller, { code }) => {
  const id = attemptOfCode(code);
  const attempt = id === undefined ? undefined : await findAttempt(db.orm, id);
  if (attempt?.state !== 'handedIn' || !isSigned(receiptKey, attempt, code)) throw new CodedError('assignment.receiptUnknown');
  const one = await findAssignmentFor(db.orm, attempt.userId, attempt.assignmentId);
  if (one === undefined) throw new CodedError('assignment.receiptUnknown');
  const answers = (await listAnswers(db.orm, attempt.id)).filter(({ isAfterEnd }) => !isAfterEnd);
  const students = await listClassStudents(db.orm, one.classId);
  return {
    isIntact: digestOfAnswers(answers) === attempt.digest && answers.length === attempt.events,
    title: one.title,
    className: one.className,
    student: students.find(({ userId }) => userId === attempt.userId)?.name ?? '',
    receipt: receiptOf(receiptKey, attempt, one.questions),
  };
};

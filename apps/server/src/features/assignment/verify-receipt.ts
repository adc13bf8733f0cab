/** Verifies a receipt against the stored answers. Throws `assignment.receiptUnknown`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { findAttempt, listAnswers } from './attempt-store.ts';
import { hashOfWork, listHandedWork } from './handed-work-store.ts';
import { attemptOfCode, digestOfAnswers, isSigned, receiptOf } from './receipt.ts';
import { findAssignmentFor } from './store.ts';
import { TASK_RESPONSE } from './task-question.ts';

export const verifyReceipt: UseCase<'verifyReceipt', AssignmentDependencies> = async ({ db, receiptKey }, _caller, { code }) => {
  const id = attemptOfCode(code);
  const attempt = id === undefined ? undefined : await findAttempt(db.orm, id);
  if (attempt?.state !== 'handedIn' || !isSigned(receiptKey, attempt, code)) throw new CodedError('assignment.receiptUnknown');
  const one = await findAssignmentFor(db.orm, attempt.userId, attempt.assignmentId);
  if (one === undefined) throw new CodedError('assignment.receiptUnknown');
  const answers = (await listAnswers(db.orm, attempt.id)).filter(({ isAfterEnd }) => !isAfterEnd);
  const work = (await listHandedWork(db.orm, [attempt.id])).get(attempt.id);
  // The response is the hash of the work, and the digest covers the response.
  const isSameWork = work === undefined || answers.some(({ response }) => response[TASK_RESPONSE]?.[0] === hashOfWork(work));
  const students = await listClassStudents(db.orm, one.classId);
  return {
    isIntact: isSameWork && digestOfAnswers(answers) === attempt.digest && answers.length === attempt.events,
    title: one.title,
    className: one.className,
    student: students.find(({ userId }) => userId === attempt.userId)?.name ?? '',
    receipt: receiptOf(receiptKey, attempt, one.questions),
  };
};

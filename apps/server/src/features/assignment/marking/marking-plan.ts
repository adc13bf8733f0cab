/** How an assignment is marked, as its teachers see it, and who may change that. */
import { CodedError, type MarkingPlan } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { listClassMarkers } from '../../teaching/class-markers.ts';
import { listClassStudents } from '../../teaching/class-students.ts';
import { lockTaughtAssignment } from '../assignment-view.ts';
import type { CallerAssignment } from '../store.ts';
import { countMarking, listDoubleQuestions, listShares } from './double-store.ts';
import { listMarkedQuestions } from './rubrics.ts';

export const viewPlan = async (db: Queryable, { id, classId, access, status }: CallerAssignment): Promise<MarkingPlan> => {
  // One after the other, because a transaction has one connection.
  const doubles = await listDoubleQuestions(db, id);
  const counts = await countMarking(db, id);
  const shares = await listShares(db, id);
  const questions = await listMarkedQuestions(db, id);
  const students = await listClassStudents(db, classId);
  return {
    assignmentId: id,
    mayChange: access === 'own' && status !== 'draft',
    markers: await listClassMarkers(db, classId),
    questions: questions.map(({ id: questionId }) => {
      const counted = counts.get(questionId);
      return {
        questionId,
        isDouble: doubles.has(questionId),
        thresholdMilli: doubles.get(questionId) ?? 0,
        responses: counted?.responses ?? 0,
        finished: counted?.finished ?? 0,
        waiting: counted?.waiting ?? 0,
        disputed: counted?.disputed ?? 0,
        mayChange: (counted?.begun ?? 0) === 0,
      };
    }),
    students: students.map(({ userId, name, studentNo }) => ({ userId, name, studentNo, markerIds: [...(shares.get(userId) ?? [])] })),
  };
};

/** Locks a published assignment of a class that belongs to the caller. Throws `assignment.notFound`. */
export const lockOwnAssignment = async (tx: Transaction, userId: string, assignmentId: string): Promise<CallerAssignment> => {
  const one = await lockTaughtAssignment(tx, userId, assignmentId);
  if (one.access !== 'own' || one.status === 'draft') throw new CodedError('assignment.notFound');
  return one;
};

/** Personal data of the assignment slice: attempts, answers with their released scores, overrides, exams, and the phrases of a teacher. */
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { isReleased } from './assignment-view.ts';
import { deleteAssignmentDataOf, listAttemptedAssignments, readAssignmentData } from './attempt-store.ts';
import { deleteExamDataOf, readExamData } from './exam/exam-store.ts';
import { readHandedWorkOf } from './handed-work-store.ts';
import { deleteMarkingDataOf, readMarkingData } from './marking/double-store.ts';
import { deletePhrasesOf, listPhrases } from './phrase-store.ts';
import { findAssignmentsFor } from './store.ts';
import { policyOfStudent } from './student-policy.ts';

/** Returns the ids of the assignments whose scores the user may see now. */
const listReleased = async (db: Queryable, userId: string, now: number): Promise<string[]> => {
  const attempted = await findAssignmentsFor(db, userId, await listAttemptedAssignments(db, userId));
  return attempted
    .filter((one) => isReleased(one.release.score, { status: one.status, policy: policyOfStudent(one, null, now), now }))
    .map(({ id }) => id);
};

export const createAssignmentData = ({ clock }: { readonly clock: Clock }): PersonalDataHolder => ({
  slice: 'assignment',
  exportOf: async (db, userId) => [
    exportedJson('assignments.json', '您的作业、测验和考试的作答，以及评语常用语', {
      ...(await readAssignmentData(db, userId, await listReleased(db, userId, clock.now()))),
      ...(await readHandedWorkOf(db, userId)),
      exams: await readExamData(db, userId),
      ...(await readMarkingData(db, userId)),
      phrases: await listPhrases(db, userId),
    }),
  ],
  eraseOf: async (tx, userId) => {
    await deleteExamDataOf(tx, userId);
    await deleteMarkingDataOf(tx, userId);
    await deleteAssignmentDataOf(tx, userId);
    await deletePhrasesOf(tx, userId);
  },
});

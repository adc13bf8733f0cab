/** Lists the students of an assignment with their attempts, for the teacher. Throws `assignment.notFound`. */
import { roundHalfUp } from '@shufang/assessment';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { countedScoreOf, requireTaughtAssignment, viewAttempts } from './assignment-view.ts';
import { listAttemptsOf } from './attempt-store.ts';
import { listOverrides } from './store.ts';
import { policyOfStudent } from './student-policy.ts';

export const listAttempts: UseCase<'listAttempts', AssignmentDependencies> = async ({ db, clock }, { reader }, { assignmentId }) => {
  const one = await requireTaughtAssignment(db.orm, reader.userId, assignmentId);
  const [students, attempts, overrides] = await Promise.all([
    listClassStudents(db.orm, one.classId),
    listAttemptsOf(db.orm, [assignmentId]),
    listOverrides(db.orm, assignmentId),
  ]);
  const now = clock.now();
  return {
    students: students.map(({ userId, name, studentNo }) => {
      const set = overrides.find((each) => each.userId === userId);
      const own = attempts.filter((each) => each.userId === userId);
      const counted = countedScoreOf(
        policyOfStudent({ policy: one.policy, override: set?.override ?? null }, null, now),
        own,
        one.possibleMilli,
      );
      return {
        userId,
        name,
        studentNo,
        attempts: viewAttempts(own, counted, { possibleMilli: one.possibleMilli, withScores: true }),
        ...(counted.score === undefined ? {} : { countedMilli: roundHalfUp(counted.score) }),
        ...(set === undefined ? {} : { override: set.override, reason: set.reason }),
      };
    }),
  };
};

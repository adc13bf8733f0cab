/** Lists the students of an assignment with their attempts, for the teacher. Throws `assignment.notFound`. */
import { roundHalfUp } from '@shufang/assessment';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { countedScoreOf, requireTaughtAssignment, viewAttempts } from './assignment-view.ts';
import { listAttemptsOf } from './attempt-store.ts';
import { progressOfPosts } from './discussion-task.ts';
import { listHandedWork } from './handed-work-store.ts';
import { findTimesInClass, progressOf } from './reading-task.ts';
import { policyOfStudent } from './student-policy.ts';
import { readStudentRules } from './student-rules.ts';

export const listAttempts: UseCase<'listAttempts', AssignmentDependencies> = async ({ db, clock }, { reader }, { assignmentId }) => {
  const one = await requireTaughtAssignment(db.orm, reader.userId, assignmentId);
  const [students, attempts, { overrides, rulesOf }] = await Promise.all([
    listClassStudents(db.orm, one.classId),
    listAttemptsOf(db.orm, [assignmentId]),
    readStudentRules(db.orm, one),
  ]);
  const now = clock.now();
  const ids = students.map(({ userId }) => userId);
  const { task } = one;
  const readings = task?.kind === 'reading' ? await findTimesInClass(db.orm, one.classId, ids) : undefined;
  const readingOf = (userId: string) => {
    if (task?.kind !== 'reading' || readings === undefined || readings.unrecorded.has(userId)) return {};
    const chapters = progressOf(task, readings.times.get(userId));
    const readSeconds = chapters.reduce((sum, chapter) => sum + chapter.readSeconds, 0);
    return { reading: { done: chapters.filter(({ isDone }) => isDone).length, readSeconds } };
  };
  const works = await listHandedWork(
    db.orm,
    attempts.map(({ id }) => id),
  );
  const workOf = (own: readonly { readonly id: string }[]) => {
    const work = works.get(own.at(-1)?.id ?? '');
    if (work?.kind === 'annotation') return { annotations: work.annotations.length };
    return work !== undefined && task?.kind === 'discussion' ? { discussion: progressOfPosts(task, work.posts) } : {};
  };
  return {
    students: students.map(({ userId, name, studentNo }) => {
      const set = overrides.find((each) => each.userId === userId);
      const own = attempts.filter((each) => each.userId === userId);
      const counted = countedScoreOf(policyOfStudent(rulesOf(userId), null, now), own, one.possibleMilli);
      return {
        userId,
        name,
        studentNo,
        attempts: viewAttempts(own, counted, { possibleMilli: one.possibleMilli, withScores: true }),
        ...readingOf(userId),
        ...workOf(own),
        ...(counted.score === undefined ? {} : { countedMilli: roundHalfUp(counted.score) }),
        ...(set === undefined ? {} : { override: set.override, reason: set.reason }),
      };
    }),
  };
};

/** An assignment that two teachers mark, for tests. */
import type { AnonymousResponse, Assignment, ClassGroup, Envelope, listResponses, MarkingPlan, OutputOf } from '@shufang/contract';
import type { ClassFixture } from '../features/teaching/testing/class-fixture.ts';
import { type AssignmentOptions, anAnswer } from './assignment-objects.ts';
import type { TestUser } from './test-server.ts';

type Fixture = Pick<
  ClassFixture,
  'aTeacher' | 'aClass' | 'aCoTeacherOf' | 'aStudentOf' | 'aPublished' | 'start' | 'submit' | 'post' | 'get'
>;

export interface DoubleScenario {
  readonly teacher: TestUser;
  readonly colleague: TestUser;
  readonly group: ClassGroup;
  readonly one: Assignment;
  readonly student: TestUser;
  readonly attemptId: string;
  readonly mark: (as: TestUser, earnedMilli: number, more?: object) => Promise<Envelope<AnonymousResponse>>;
  readonly settle: (as: TestUser, earnedMilli: number, more?: object) => Promise<Envelope<AnonymousResponse>>;
  readonly responsesOf: (as: TestUser) => Promise<readonly AnonymousResponse[]>;
  readonly setDouble: (isDouble: boolean, thresholdMilli?: number) => Promise<Envelope<MarkingPlan>>;
}

/** Publishes a quiz in a class of two teachers, whose third question one student has answered; both mark it with a threshold of 2 points. */
export const aDoubleScenario = async (fixture: Fixture, options: AssignmentOptions = {}): Promise<DoubleScenario> => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const colleague = await fixture.aCoTeacherOf(group, teacher, 'edit');
  const student = await fixture.aStudentOf(group);
  const one = await fixture.aPublished(teacher, group, options);
  const { id: attemptId } = await fixture.start(student, one);
  await fixture.submit(student, attemptId, [anAnswer('q3', '学了要时时练习')]);
  const sent = { attemptId, questionId: 'q3', rev: 0, comment: '' };
  const setDouble = (isDouble: boolean, thresholdMilli = 2000) =>
    fixture.post<MarkingPlan>('/api/marking/double', teacher, { assignmentId: one.id, questionId: 'q3', isDouble, thresholdMilli });
  await setDouble(true);
  return {
    teacher,
    colleague,
    group,
    one,
    student,
    attemptId,
    setDouble,
    mark: (as, earnedMilli, more = {}) => fixture.post('/api/assignment/mark', as, { ...sent, earnedMilli, ...more }),
    settle: (as, earnedMilli, more = {}) => fixture.post('/api/marking/settle', as, { ...sent, earnedMilli, ...more }),
    responsesOf: async (as) => {
      const address = `/api/assignment/responses?assignmentId=${one.id}&questionId=q3`;
      return (await fixture.get<OutputOf<typeof listResponses>>(address, as)).payload?.items ?? [];
    },
  };
};

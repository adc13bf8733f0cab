/** Provokes each error of marking over HTTP. */
import type { Assignment, ClassGroup, ErrorCode, RunningAttempt } from '@shufang/contract';
import { anAnswer, assignmentObjects } from './assignment-objects.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

export const markingRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  aUser,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'aUser' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const post = async <T>(url: string, as: TestUser | undefined, body: object): Promise<T> => {
    if (as === undefined) throw new Error(`nobody calls ${url}`);
    return (await meet(url, body, as)).payload as T;
  };
  const { aPublished, submit } = assignmentObjects({ post });
  let teachers = 0;
  const aTeacher = (): Promise<TestUser> => {
    teachers += 1;
    return shop().user(`1377714${String(teachers).padStart(4, '0')}`, 'teacher');
  };
  const double = (teacher: TestUser, one: Assignment): Promise<Met> =>
    meet('/api/marking/double', { assignmentId: one.id, questionId: 'q3', isDouble: true, thresholdMilli: 0 }, teacher);
  /** Creates a class of two teachers and a student who has handed in; both teachers mark the third question. */
  const aDouble = async () => {
    const [teacher, colleague, student] = [await aTeacher(), await aTeacher(), await aUser()];
    const group = (await meet('/api/class/create', { name: '甲班', term: '秋季学期', bookId: bookId() }, teacher)).payload as ClassGroup;
    for (const [user, name] of [
      [colleague, '苏若谷'],
      [student, '颜书雅'],
    ] as const)
      await meet('/api/class/join', { code: group.code, name }, user);
    await meet('/api/class/co-teacher/set', { classId: group.id, userId: colleague.id, right: 'edit' }, teacher);
    const one = await aPublished(teacher, group);
    const { id: attemptId } = (await meet('/api/assignment/start', { assignmentId: one.id }, student)).payload as RunningAttempt;
    await submit(student, attemptId, [anAnswer('q3', '温故')]);
    await double(teacher, one);
    const sent = { attemptId, questionId: 'q3', rev: 0, earnedMilli: 5000, comment: '' };
    const mark = (as: TestUser): Promise<Met> => meet('/api/assignment/mark', sent, as);
    return { teacher, colleague, student, one, sent, mark };
  };
  return {
    'marking.begun': async () => {
      const { teacher, one, mark } = await aDouble();
      await mark(teacher);
      return double(teacher, one);
    },
    'marking.notAssigned': async () => {
      const { teacher, colleague, student, one, mark } = await aDouble();
      const shares = [{ userId: student.id, markerIds: [colleague.id] }];
      await meet('/api/marking/shares', { assignmentId: one.id, shares }, teacher);
      return mark(teacher);
    },
    'marking.finished': async () => {
      const { teacher, colleague, mark } = await aDouble();
      await mark(teacher);
      await mark(colleague);
      return mark(teacher);
    },
    'marking.unmarked': async () => {
      const { teacher, sent } = await aDouble();
      return meet('/api/marking/settle', sent, teacher);
    },
  };
};

/** Provokes each error of running exams over HTTP. */
import type { ClassGroup, ErrorCode, RunningAttempt } from '@shufang/contract';
import { assignmentObjects } from './assignment-objects.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

const UNKNOWN = '01m7z00000000000000000000a';

export const examRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  aUser,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'aUser' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const post = async <T>(url: string, as: TestUser | undefined, body: object): Promise<T> => {
    if (as === undefined) throw new Error(`nobody calls ${url}`);
    return (await meet(url, body, as)).payload as T;
  };
  const { aPublished } = assignmentObjects({ post });
  let teachers = 500;
  const anExam = async () => {
    teachers += 1;
    const teacher = await shop().user(`1377713${String(teachers).padStart(4, '0')}`, 'teacher');
    const group = (await meet('/api/class/create', { name: '甲班', term: '秋季学期', bookId: bookId() }, teacher)).payload as ClassGroup;
    const one = await aPublished(teacher, group, { kind: 'exam', policy: { timeLimitSeconds: 600 } });
    return { teacher, group, one };
  };
  return {
    'exam.notRunning': async () => {
      const { teacher, one } = await anExam();
      return meet('/api/exam/extend', { assignmentId: one.id, minutes: 5 }, teacher);
    },
    'exam.notPaused': async () => {
      const { teacher, one } = await anExam();
      return meet('/api/exam/resume', { assignmentId: one.id }, teacher);
    },
    'exam.correctionNotFound': async () => {
      const { group, one } = await anExam();
      const student = await aUser();
      await meet('/api/class/join', { code: group.code, name: '颜书雅' }, student);
      const attempt = (await meet('/api/assignment/start', { assignmentId: one.id }, student)).payload as RunningAttempt;
      return meet('/api/exam/acknowledge', { attemptId: attempt.id, incidentId: UNKNOWN }, student);
    },
  };
};

/** The assignments of the demo class: a finished quiz with the scores of its students, and an open one that some have handed in. */
import { readGift } from '@shufang/assessment';
import { type AssignmentForm, LIMITS, type Question, type QuestionResponse } from '@shufang/contract';
import { createAssignment } from '../features/assignment/create-assignment.ts';
import { setAssignmentStatus } from '../features/assignment/set-assignment-status.ts';
import { startAttempt } from '../features/assignment/start-attempt.ts';
import { submitAttempt } from '../features/assignment/submit-attempt.ts';
import { updateAssignment } from '../features/assignment/update-assignment.ts';
import type { ReaderContext } from '../platform/http/call-context.ts';
import { assembleAssignments } from './assemble-assignments.ts';
import type { Platform } from './open-platform.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Questions on the first chapters of the demo textbook, in GIFT format. */
const QUESTIONS = `
::变量::执行 a \\= 3 之后再执行 a \\= a + 2，a 的值是多少？ {=5 ~3 ~2 ~出错}

::类型::下面哪一个是字符串？ {="42" ~42 ~4.2 ~True}

::整除::7 // 2 的结果是 {=3 ~3.5 ~4 ~1}

::大小写::Python 的变量名区分大小写。{T}

::缩进::Python 用花括号表示代码块。{F}

::循环::for i in range(3) 的循环体执行 {#3:0} 次。

::条件::表示“否则如果”的关键字是 {=elif} 。

::列表::列表 [10, 20, 30] 中下标为 1 的元素是 {=20 ~10 ~30 ~1}
`;

const questions: readonly Question[] = readGift(QUESTIONS).flatMap(({ question }) => (question === undefined ? [] : [question]));

/** Right and wrong responses to each question, in order. */
const RIGHT = ['O1', 'O1', 'O1', 'true', 'false', '3', 'elif', 'O1'];
const WRONG = ['O2', 'O2', 'O3', 'false', 'true', '4', 'else if', 'O2'];

const form = (title: string, policy: Partial<AssignmentForm['policy']>): AssignmentForm => ({
  title,
  instructions: '独立完成，可以查书。每题 1 分。',
  policy: {
    openAt: null,
    dueAt: null,
    closeAt: null,
    timeLimitSeconds: null,
    attempts: 1,
    graceSeconds: 0,
    countedAttempt: 'best',
    late: { unitMinutes: 1440, stepBasisPoints: 1000, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 10_000 },
    ...policy,
  },
  release: { score: 'handedIn', answers: 'closed', explanation: 'closed' },
  isShuffled: true,
});

/** Returns the responses of a student: each has other weak points, and nobody knows more than `level` of nine. */
const responsesOf = (student: number): QuestionResponse[] =>
  RIGHT.map((right, index) => {
    const isKnown = (student * 7 + index * 5) % 9 < 5 + (student % 4);
    return { RESPONSE: [isKnown ? right : (WRONG[index] ?? '')] };
  });

interface DemoClass {
  readonly classId: string;
  readonly teacherId: string;
  readonly studentIds: readonly string[];
}

/** Does something at a time in the past, as a user would then. */
const at = (platform: Platform, time: number) => ({ ...assembleAssignments(platform), clock: { now: () => time } });

const callerOf = ({ log }: Platform, userId: string): ReaderContext => ({
  reader: { userId, sid: '', roles: [] },
  accessScope: undefined,
  deviceCode: 'web',
  deviceId: undefined,
  deviceCredentials: [],
  clientKey: undefined,
  address: '127.0.0.1',
  userAgent: '',
  requestId: 'demo',
  appOrigin: '',
  log,
});

/** Publishes an assignment at `time`. Returns its id and the number of its last change. */
const publishAt = async (platform: Platform, { classId, teacherId }: DemoClass, one: AssignmentForm, time: number) => {
  const deps = at(platform, time);
  const teacher = callerOf(platform, teacherId);
  const payloadOf = <T>(result: T | { readonly payload: T }): T =>
    typeof result === 'object' && result !== null && 'payload' in result ? result.payload : result;
  const draft = payloadOf(await createAssignment(deps, teacher, { ...one, classId, kind: 'quiz' }));
  const ready = payloadOf(await updateAssignment(deps, teacher, { ...one, id: draft.id, rev: draft.rev, questions: [...questions] }));
  const published = payloadOf(await setAssignmentStatus(deps, teacher, { id: ready.id, rev: ready.rev, status: 'published' }));
  return { id: published.id, rev: published.rev };
};

/** Lets a student answer every question and hand in after some minutes. */
const answerAt = async (
  platform: Platform,
  assignmentId: string,
  { userId, student, time }: { userId: string; student: number; time: number },
) => {
  const caller = callerOf(platform, userId);
  const started = await startAttempt(at(platform, time), caller, { assignmentId });
  const attempt = 'payload' in started ? started.payload : started;
  const finishedAt = time + (8 + (student % 9)) * MINUTE_MS;
  const answers = responsesOf(student)
    .slice(0, LIMITS.answersPerRequestMax)
    .map((response, index) => ({ questionId: `q${index + 1}`, seq: 1, response, clientAt: time + (index + 1) * MINUTE_MS }));
  await submitAttempt(at(platform, finishedAt), caller, { attemptId: attempt.id, deviceId: 'demodevice', answers });
};

/** Creates the two quizzes of a class that has none. */
export const seedDemoAssignments = async (platform: Platform, group: DemoClass): Promise<void> => {
  const now = platform.clock.now();
  const dueAt = now - 7 * DAY_MS;
  const finished = await publishAt(platform, group, form('第一单元测验：变量与类型', { dueAt }), now - 14 * DAY_MS);
  // Two students never answer, and the last one who does is late.
  for (const [student, userId] of group.studentIds.slice(0, -2).entries()) {
    const isLate = student === group.studentIds.length - 3;
    const time = isLate ? dueAt + 1.5 * DAY_MS : now - (13 - (student % 5)) * DAY_MS + student * MINUTE_MS;
    await answerAt(platform, finished.id, { userId, student, time });
  }
  await setAssignmentStatus(at(platform, now - 3 * DAY_MS), callerOf(platform, group.teacherId), { ...finished, status: 'closed' });
  const open = await publishAt(platform, group, form('第二单元测验：循环与列表', { dueAt: now + 7 * DAY_MS }), now - 2 * DAY_MS);
  for (const [student, userId] of group.studentIds.slice(3, 12).entries())
    await answerAt(platform, open.id, { userId, student: student + 2, time: now - DAY_MS + student * MINUTE_MS });
};

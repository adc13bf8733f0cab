/** The assignments of the demo class: a finished quiz with scores, an open one that some have handed in, a paper with a draw, handwriting, and chapters to read. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRandomStream, readGift } from '@shufang/assessment';
import { type AssignmentForm, LIMITS, type PaperDraft, type Question, type QuestionResponse } from '@shufang/contract';
import { createAssignment } from '../features/assignment/create-assignment.ts';
import { markResponse } from '../features/assignment/mark-response.ts';
import { savePaper } from '../features/assignment/save-paper.ts';
import { setAssignmentStatus } from '../features/assignment/set-assignment-status.ts';
import { startAttempt } from '../features/assignment/start-attempt.ts';
import { submitAttempt } from '../features/assignment/submit-attempt.ts';
import { storeFile } from '../features/files/store-file.ts';
import { temporaryFolderOf, withTemporaryFolder } from '../features/publication/import/temporary-folder.ts';
import { createQuestionBank } from '../features/question/create-question-bank.ts';
import { importQuestions } from '../features/question/import-questions.ts';
import { findChapters } from '../features/teaching/class-chapters.ts';
import { findClass } from '../features/teaching/store.ts';
import { at, callerOf, type DemoClass, demoForm, payloadOf } from './demo-assignment-callers.ts';
import { drawHandwriting } from './demo-handwriting.ts';
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
const BANK = '单元测验的题目';
/** Number of questions that everybody gets in the paper with a draw. */
const FIXED = 2;

/** Right and wrong responses to each question, in order. */
const RIGHT = ['O1', 'O1', 'O1', 'true', 'false', '3', 'elif', 'O1'];
const WRONG = ['O2', 'O2', 'O3', 'false', 'true', '4', 'else if', 'O2'];

/** How hard each question is, on the scale of the skill of students. */
const DIFFICULTY = [-1.8, -0.6, 0.2, -1.2, -0.9, 0.6, 1.2, -0.3];
const STUDENTS = 40;

/** Chances between 0 and 1 for each student and question, the same in every demo. */
const CHANCES = (() => {
  const random = createRandomStream('270bc6a2af834e2a270bc6a2af834e2a');
  const next = (): number => random.nextUint32() / 2 ** 32;
  // The first numbers of a seed with few different digits are alike.
  for (let skipped = 0; skipped < 20; skipped += 1) next();
  return Array.from({ length: STUDENTS }, () => DIFFICULTY.map(next));
})();

/** Returns the skill of a student: evenly spread over the class, in an order that looks accidental. */
const skillOf = (student: number): number => (((student * 11) % 30) / 29 - 0.5) * 5 + 0.6;

/**
 * Returns the responses of a student. Whether a student knows the answer follows the Rasch model: the chance grows with the skill of the
 * student, and falls with the difficulty of the question. So the questions agree with each other about as much as those of a real quiz.
 */
const responsesOf = (student: number): QuestionResponse[] =>
  RIGHT.map((right, index) => {
    const chance = CHANCES[student % STUDENTS]?.[index] ?? 0;
    const isKnown = chance < 1 / (1 + Math.exp((DIFFICULTY[index] ?? 0) - skillOf(student)));
    return { RESPONSE: [isKnown ? right : (WRONG[index] ?? '')] };
  });

/** Stores the questions of the quizzes in a bank of the teacher. Returns the places of a paper with all of them. */
const storeQuestions = async (platform: Platform, teacherId: string, time: number) => {
  const deps = at(platform, time);
  const teacher = callerOf(platform, teacherId);
  const { id: bankId } = payloadOf(await createQuestionBank(deps, teacher, { name: BANK, owner: { kind: 'teacher' } }));
  const items = questions.map((question) => ({
    ...question,
    tags: ['单元测验'],
    knowledgePoints: [],
    origin: { format: 'gift', fileName: '', line: 1, source: '' },
  }));
  const { ids } = payloadOf(await importQuestions(deps, teacher, { bankId, items }));
  return ids.map((questionId, index) => ({ kind: 'question' as const, id: `p${index + 1}`, bankId, questionId, milli: null }));
};

type Sections = PaperDraft['sections'];

/** Publishes an assignment at `time`. Returns its id and the number of its last change. */
const publishAt = async (
  platform: Platform,
  { classId, teacherId }: DemoClass,
  { one, sections, blueprint = [] }: { one: AssignmentForm; sections: Sections; blueprint?: PaperDraft['blueprint'] },
  time: number,
) => {
  const deps = at(platform, time);
  const teacher = callerOf(platform, teacherId);
  const draft = payloadOf(await createAssignment(deps, teacher, { ...one, classId, kind: 'quiz' }));
  const ready = payloadOf(await savePaper(deps, teacher, { assignmentId: draft.id, rev: draft.rev, sections, blueprint }));
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

/** Publishes an exam with two sections: questions for everybody, and questions that are drawn for each student. */
const seedDemoPaper = async (platform: Platform, group: DemoClass, slots: Sections[number]['slots']): Promise<void> => {
  const [first] = slots;
  if (first === undefined) return;
  const now = platform.clock.now();
  const sections: Sections = [
    {
      id: 'basics',
      title: '一、必答题',
      instructions: '每人相同，每题 5 分。',
      milliEach: 5000,
      keepsOrder: true,
      slots: slots.slice(0, FIXED),
    },
    {
      id: 'drawn',
      title: '二、随机题',
      instructions: '每人从题库里随机抽到两道，每题 4 分。',
      milliEach: null,
      keepsOrder: false,
      slots: [{ kind: 'draw', id: 'draw', bankId: first.bankId, filter: {}, count: 2, milliEach: 4000 }],
    },
  ];
  const blueprint = [{ knowledgePoint: '', type: 'single' as const, difficulty: null, wanted: 2 }];
  const one = { ...demoForm('期中模拟：分部分、随机抽题', { timeLimitSeconds: 1800 }), instructions: '两个部分，限时 30 分钟。' };
  await publishAt(platform, group, { one, sections, blueprint }, now - DAY_MS);
};

/** Stores a page of handwriting among the files of a student. Returns its id. */
const storeHandwriting = (platform: Platform, ownerId: string, seed: number): Promise<string> =>
  withTemporaryFolder(temporaryFolderOf(platform.config), 'upload', async (folder) => {
    const { bytes, pixels } = await drawHandwriting(seed);
    const filePath = path.join(folder, 'page.jpg');
    await writeFile(filePath, bytes);
    const file = { ownerId, kind: 'picture' as const, name: `手写作业 ${(seed % 2) + 1}.jpg`, mediaType: 'image/jpeg', filePath, pixels };
    return (await storeFile(platform, file)).id;
  });

/** Publishes an assignment in which students hand in photos; three of them have, and one is scored. */
const seedDemoUpload = async (platform: Platform, { classId, teacherId, studentIds }: DemoClass): Promise<void> => {
  const now = platform.clock.now();
  const deps = at(platform, now - 1.5 * DAY_MS);
  const teacher = callerOf(platform, teacherId);
  const one = {
    ...demoForm('手写作业：画出循环的流程图', { dueAt: now + 5 * DAY_MS, attempts: 2 }),
    instructions: '画出课本第 3 章例题的流程图，写出每一步变量的值，拍照交上来。',
    totalMilli: 10_000,
    task: { kind: 'upload' as const, accepts: ['picture' as const, 'pdf' as const], filesMax: 6 },
  };
  const { id, rev } = payloadOf(await createAssignment(deps, teacher, { ...one, classId, kind: 'upload' }));
  await setAssignmentStatus(deps, teacher, { id, rev, status: 'published' });
  for (const [student, userId] of studentIds.slice(0, 3).entries()) {
    const time = now - DAY_MS + student * MINUTE_MS;
    const caller = callerOf(platform, userId);
    const attempt = payloadOf(await startAttempt(at(platform, time), caller, { assignmentId: id }));
    const pages = [await storeHandwriting(platform, userId, student * 2), await storeHandwriting(platform, userId, student * 2 + 1)];
    const response = { RESPONSE: pages };
    const answers = [{ questionId: 'q1', seq: 1, response, clientAt: time + MINUTE_MS }];
    await submitAttempt(at(platform, time + 2 * MINUTE_MS), caller, { attemptId: attempt.id, deviceId: 'demodevice', answers });
    if (student > 0) continue;
    const score = {
      attemptId: attempt.id,
      questionId: 'q1',
      rev: 0,
      earnedMilli: 9000,
      comment: '流程图完整；循环条件那一步请写出判断的结果。',
    };
    await markResponse(at(platform, now - 12 * 60 * MINUTE_MS), teacher, score);
  }
};

/** Publishes an assignment to read the first chapters of the book; what the students have read counts. */
const seedDemoReadingTask = async (platform: Platform, { classId, teacherId }: DemoClass): Promise<void> => {
  const now = platform.clock.now();
  const bookId = (await findClass(platform.db.orm, classId))?.bookId ?? '';
  const chapters = (await findChapters(platform.db.orm, bookId)).slice(0, 3);
  if (chapters.length === 0) return;
  const deps = at(platform, now - 1.25 * DAY_MS);
  const teacher = callerOf(platform, teacherId);
  const one = {
    ...demoForm('阅读：课本的前几章', { dueAt: now + 6 * DAY_MS, attempts: null }),
    instructions: '读完以后再做单元测验。每章读够时间就算读完。',
    totalMilli: 10_000,
    task: { kind: 'reading' as const, chapters: chapters.map(({ href, title }) => ({ href, title, seconds: 10 * 60 })) },
  };
  const { id, rev } = payloadOf(await createAssignment(deps, teacher, { ...one, classId, kind: 'reading' }));
  await setAssignmentStatus(deps, teacher, { id, rev, status: 'published' });
};

/** Creates the assignments of a class that has none. */
export const seedDemoAssignments = async (platform: Platform, group: DemoClass): Promise<void> => {
  const now = platform.clock.now();
  const dueAt = now - 7 * DAY_MS;
  const slots = await storeQuestions(platform, group.teacherId, now - 15 * DAY_MS);
  const sections = [{ id: 'all', title: '', instructions: '', milliEach: null, keepsOrder: false, slots }];
  const finished = await publishAt(platform, group, { one: demoForm('第一单元测验：变量与类型', { dueAt }), sections }, now - 14 * DAY_MS);
  // Two students never answer, and the last one who does is late.
  for (const [student, userId] of group.studentIds.slice(0, -2).entries()) {
    const isLate = student === group.studentIds.length - 3;
    const time = isLate ? dueAt + 1.5 * DAY_MS : now - (13 - (student % 5)) * DAY_MS + student * MINUTE_MS;
    await answerAt(platform, finished.id, { userId, student, time });
  }
  await setAssignmentStatus(at(platform, now - 3 * DAY_MS), callerOf(platform, group.teacherId), { ...finished, status: 'closed' });
  const second = demoForm('第二单元测验：循环与列表', { dueAt: now + 7 * DAY_MS });
  const open = await publishAt(platform, group, { one: second, sections }, now - 2 * DAY_MS);
  for (const [student, userId] of group.studentIds.slice(3, 12).entries())
    await answerAt(platform, open.id, { userId, student: student + 2, time: now - DAY_MS + student * MINUTE_MS });
  await seedDemoPaper(platform, group, slots);
  await seedDemoUpload(platform, group);
  await seedDemoReadingTask(platform, group);
};

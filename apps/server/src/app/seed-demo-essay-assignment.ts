/** A short essay of the demo class, which its teacher marks with a rubric: some papers are marked, the others wait. */
import type { Question, Rubric } from '@shufang/contract';
import { createAssignment } from '../features/assignment/create-assignment.ts';
import { markResponse } from '../features/assignment/mark-response.ts';
import { saveRubric } from '../features/assignment/marking/save-rubric.ts';
import { savePaper } from '../features/assignment/save-paper.ts';
import { setAssignmentStatus } from '../features/assignment/set-assignment-status.ts';
import { startAttempt } from '../features/assignment/start-attempt.ts';
import { submitAttempt } from '../features/assignment/submit-attempt.ts';
import { createQuestionBank } from '../features/question/create-question-bank.ts';
import { importQuestions } from '../features/question/import-questions.ts';
import { at, callerOf, type DemoClass, demoForm, payloadOf } from './demo-assignment-callers.ts';
import type { Platform } from './open-platform.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const QUESTION: Question = {
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p', children: ['为什么要把重复的代码写成函数？说出您的看法，并举一个自己写过的例子。'] },
      { name: 'slot', attributes: { interaction: 'RESPONSE' } },
    ],
    interactions: { RESPONSE: { type: 'extendedText' } },
  },
  key: { responses: { RESPONSE: { rule: 'manual', milli: 10_000 } }, explanation: [] },
};

const RUBRIC: Rubric = {
  title: '短论量规',
  isShown: true,
  criteria: [
    {
      id: 'view',
      title: '观点',
      levels: [
        { id: 'a', milli: 4000, description: '说出两条以上理由，并说明为什么' },
        { id: 'b', milli: 2500, description: '说出一条理由，有说明' },
        { id: 'c', milli: 1000, description: '只有结论，没有理由' },
      ],
    },
    {
      id: 'example',
      title: '例子',
      levels: [
        { id: 'a', milli: 4000, description: '自己写的例子，改写前后都有代码' },
        { id: 'b', milli: 2000, description: '书上的例子，或者没有代码' },
        { id: 'c', milli: 0, description: '没有例子' },
      ],
    },
    {
      id: 'language',
      title: '表达',
      levels: [
        { id: 'a', milli: 2000, description: '通顺，术语准确' },
        { id: 'b', milli: 1000, description: '能看懂，术语有误' },
        { id: 'c', milli: 0, description: '看不懂' },
      ],
    },
  ],
};

/** What students wrote, and the levels and the comment of those that are marked. */
const PAPERS: readonly { readonly text: string; readonly levels?: readonly string[]; readonly comment?: string }[] = [
  {
    text: '改一处就够了，不会漏改；函数的名字还说明了这段代码做什么。我写过算平均分的程序，原来三个班抄了三遍，后来写成 average(scores)，一行就能用。',
    levels: ['a', 'a', 'a'],
    comment: '理由充分，例子也好。',
  },
  {
    text: '因为可以少写代码。比如书里的 greet 函数，叫几次都行。',
    levels: ['b', 'b', 'b'],
    comment: '再想想：除了少写，还有什么好处？',
  },
  { text: '函数让程序更短。', levels: ['c', 'c', 'b'], comment: '请补上例子。' },
  {
    text: '重复的代码改起来要改很多地方，容易出错。我的猜数字游戏里，提示“大了”“小了”的部分出现两次，写成 hint(guess) 以后只改一处。',
    levels: ['b', 'a', 'a'],
    comment: '例子很具体。',
  },
  { text: '写成函数以后可以单独测试，也可以在别的程序里用。比如判断闰年的函数，日历和生日程序都用它。', levels: ['a', 'b', 'a'] },
  { text: '老师说重复三次就应该写成函数。我把画正方形的四行写成了 square(n)，画了十个。' },
  { text: '函数有名字，读程序的人不用看里面就知道做什么。例如 total_price(items)。' },
  { text: '方便修改。打印成绩单的代码我抄了两遍，改格式时漏了一处，后来写成了函数。' },
];

const draftOf = async (platform: Platform, { classId, teacherId }: DemoClass, time: number) => {
  const deps = at(platform, time);
  const teacher = callerOf(platform, teacherId);
  const { id: bankId } = payloadOf(await createQuestionBank(deps, teacher, { name: '短论题', owner: { kind: 'teacher' } }));
  const origin = { format: 'gift', fileName: '', line: 1, source: '' };
  const items = [{ ...QUESTION, tags: ['短论'], knowledgePoints: ['函数'], origin }];
  const { ids } = payloadOf(await importQuestions(deps, teacher, { bankId, items }));
  const one = { ...demoForm('短论：为什么要写函数', { dueAt: time + 5 * DAY_MS }), instructions: '二百字左右，举一个自己写过的例子。' };
  const { id, rev } = payloadOf(await createAssignment(deps, teacher, { ...one, classId, kind: 'quiz' }));
  const slots = ids.map((questionId) => ({ kind: 'question' as const, id: 'essay', bankId, questionId, milli: null }));
  const sections = [{ id: 'all', title: '', instructions: '', milliEach: null, keepsOrder: false, slots }];
  return payloadOf(await savePaper(deps, teacher, { assignmentId: id, rev, sections, blueprint: [] }));
};

/** Publishes the essay, and lets students write and the teacher mark. */
export const seedDemoEssays = async (platform: Platform, group: DemoClass): Promise<void> => {
  const opened = platform.clock.now() - 6 * DAY_MS;
  const teacher = callerOf(platform, group.teacherId);
  const draft = await draftOf(platform, group, opened);
  const deps = at(platform, opened);
  const ready = payloadOf(await saveRubric(deps, teacher, { assignmentId: draft.id, questionId: 'q1', rev: draft.rev, rubric: RUBRIC }));
  await setAssignmentStatus(deps, teacher, { id: ready.id, rev: ready.rev, status: 'published' });
  for (const [index, { text, levels, comment = '' }] of PAPERS.entries()) {
    const userId = group.studentIds[index];
    if (userId === undefined) return;
    const student = callerOf(platform, userId);
    const startedAt = opened + DAY_MS + index * HOUR_MS;
    const started = payloadOf(await startAttempt(at(platform, startedAt), student, { assignmentId: ready.id }));
    const answers = [{ questionId: 'q1', seq: 1, response: { RESPONSE: [text] }, clientAt: startedAt }];
    await submitAttempt(at(platform, startedAt + HOUR_MS / 2), student, { attemptId: started.id, deviceId: 'demodevice', answers });
    if (levels === undefined) continue;
    const chosen = RUBRIC.criteria.flatMap(({ id, levels: all }, criterion) => {
      const level = all.find((each) => each.id === levels[criterion]);
      return level === undefined ? [] : [{ id, level }];
    });
    await markResponse(at(platform, opened + 5 * DAY_MS), teacher, {
      attemptId: started.id,
      questionId: 'q1',
      rev: 0,
      earnedMilli: chosen.reduce((sum, { level }) => sum + level.milli, 0),
      comment,
      levels: Object.fromEntries(chosen.map(({ id, level }) => [id, level.id])),
    });
  }
};

/** Tests papers: which banks they may use, their points and draws, and what the publication freezes. */
import type { Assignment, AssignmentQuestion, AttemptResult, getPaper, OutputOf, PaperSection, Question } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice, anAnswer, anEssay, anImported, aSection } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openQuestionFixture, type QuestionFixture } from '../question/testing/question-fixture.ts';

testAccess('savePaper', ['teacher', 'admin']);
testIdempotency('savePaper', async ({ aTeacher, aClass, aDraft }) => {
  const teacher = await aTeacher();
  const { id, rev } = await aDraft(teacher, await aClass(teacher));
  return { as: teacher, body: { assignmentId: id, rev, sections: [], blueprint: [] } };
});

let fixture: QuestionFixture;
beforeAll(async () => {
  fixture = await openQuestionFixture();
});
afterAll(() => fixture?.shop.close());

/** Creates a bank with these questions. */
const bankWith = async (teacher: TestUser, questions: readonly Question[], more: object = {}) => {
  const { id } = await fixture.aBank(teacher);
  const items = questions.map((question) => anImported(question, more));
  const { payload } = await fixture.post<{ ids: string[] }>('/api/question/import', teacher, { bankId: id, items });
  return { bankId: id, ids: payload?.ids ?? [] };
};
const save = (teacher: TestUser, { id, rev }: Assignment, sections: readonly object[], blueprint: readonly object[] = []) =>
  fixture.post<Assignment>('/api/assignment/paper/save', teacher, { assignmentId: id, rev, sections, blueprint });
const aDraw = (bankId: string, count: number, more: object = {}): PaperSection['slots'][number] => ({
  kind: 'draw',
  id: 'draw1',
  bankId,
  filter: {},
  count,
  milliEach: 3000,
  ...more,
});
const texts = (count: number): Question[] => Array.from({ length: count }, (_, index) => aChoice(`第 ${index + 1} 题`));

test('points come from the place, else from the section, else from the question; a draw has the points of the draw', async () => {
  const teacher = await fixture.aTeacher();
  const draft = await fixture.aDraft(teacher, await fixture.aClass(teacher), { questions: [] });
  const { bankId, ids } = await bankWith(teacher, [aChoice(), aChoice('乙'), anEssay()]);
  const pool = await bankWith(teacher, texts(4));
  const [first, ...rest] = aSection(bankId, ids).slots;
  const sections = [
    aSection(bankId, [], {
      title: '选择题',
      milliEach: 5000,
      slots: [{ ...first, milli: 1500 } as PaperSection['slots'][number], ...rest],
    }),
    aSection(bankId, [], { id: 'section2', title: '抽题', slots: [aDraw(pool.bankId, 2)] }),
  ];
  const { payload, message } = await save(teacher, draft, sections);
  expect(message).toBe('试卷已保存');
  expect([payload?.questions, payload?.possibleMilli, payload?.rev]).toEqual([5, 1500 + 5000 + 5000 + 6000, draft.rev + 1]);
  const listed = await fixture.get<{ items: AssignmentQuestion[] }>(`/api/assignment/questions?id=${draft.id}`, teacher);
  expect(listed.payload?.items.map(({ key }) => key.responses['RESPONSE']?.milli)).toEqual([1500, 5000, 5000, 3000, 3000, 3000, 3000]);
  expect((await save(teacher, draft, sections)).code).toBe('assignment.changed');
});

test('each student gets the drawn questions of the own attempt only, in the paper, in the score and in the result', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const draft = await fixture.aDraft(teacher, group, { questions: [] });
  const { bankId, ids } = await bankWith(teacher, [aChoice('必答')]);
  const pool = await bankWith(teacher, texts(12));
  const sections = [aSection(bankId, ids, { title: '必答' }), aSection(bankId, [], { id: 'section2', slots: [aDraw(pool.bankId, 3)] })];
  const { payload: ready } = await save(teacher, draft, sections);
  const { payload: one } = await fixture.post<Assignment>('/api/assignment/status', teacher, {
    id: draft.id,
    rev: ready?.rev,
    status: 'published',
  });
  const drawn = new Set<string>();
  for (let n = 0; n < 3; n += 1) {
    const student = await fixture.aStudentOf(group);
    const { id } = await fixture.start(student, one ?? draft);
    const { payload } = await fixture.get<OutputOf<typeof getPaper>>(`/api/assignment/paper?attemptId=${id}`, student);
    const own = payload?.items.map((item) => item.id) ?? [];
    expect([own.length, own[0], new Set(own).size]).toEqual([4, 'q1', 4]);
    expect(payload?.sections.map(({ title, questionIds }) => [title, questionIds.length])).toEqual([
      ['必答', 1],
      ['', 3],
    ]);
    const other = Array.from({ length: 13 }, (_, index) => `q${index + 1}`).find((each) => !own.includes(each)) ?? '';
    const sent = { attemptId: id, deviceId: 'device0001', answers: [anAnswer(other, 'O1')] };
    const { payload: acknowledged } = await fixture.post<{ receipts: { status: string }[] }>('/api/assignment/answer', student, sent);
    expect(acknowledged?.receipts.map(({ status }) => status)).toEqual(['unknownQuestion']);
    await fixture.submit(student, id, [anAnswer(own[1] ?? '', 'O1')]);
    const { payload: result } = await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${id}`, student);
    expect(result?.questions.map((question) => question.id)).toEqual(own);
    expect(result?.attempt.score).toMatchObject({ earnedMilli: 3000, possibleMilli: 11_000 });
    drawn.add(own.join(' '));
  }
  expect(drawn.size).toBeGreaterThan(1);
});

test('the publication takes the newest versions; later edits of the bank and new questions change nothing', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const draft = await fixture.aDraft(teacher, group, { questions: [] });
  const { id: bankId } = await fixture.aBank(teacher);
  const question = await fixture.aQuestion(teacher, bankId);
  const pool = await bankWith(teacher, texts(2));
  const { payload: ready } = await save(teacher, draft, [
    aSection(bankId, [question.id], {
      slots: [{ kind: 'question', id: 'slot1', bankId, questionId: question.id, milli: null }, aDraw(pool.bankId, 2)],
    }),
  ]);
  const edit = (title: string, revision: number) =>
    fixture.aQuestion(teacher, bankId, { id: question.id, revision, view: { ...question.view, title }, key: question.key });
  await edit('发布前改', question.revision);
  const status = { id: draft.id, rev: ready?.rev, status: 'published' };
  await fixture.post('/api/assignment/status', teacher, status);
  await edit('发布后改', question.revision + 1);
  await fixture.post('/api/question/import', teacher, { bankId: pool.bankId, items: texts(5).map((each) => anImported(each)) });
  const { payload } = await fixture.get<{ items: AssignmentQuestion[] }>(`/api/assignment/questions?id=${draft.id}`, teacher);
  expect([payload?.items.length, payload?.items[0]?.view.title]).toEqual([3, '发布前改']);
  const { payload: one } = await fixture.get<Assignment>(`/api/assignment/get?id=${draft.id}`, teacher);
  expect((await save(teacher, one ?? draft, [])).code).toBe('assignment.published');
});

test('a draw that its bank cannot fill stops the publication and says which', async () => {
  const teacher = await fixture.aTeacher();
  const draft = await fixture.aDraft(teacher, await fixture.aClass(teacher), { questions: [] });
  const { bankId } = await bankWith(teacher, texts(3));
  const { payload } = await save(teacher, draft, [aSection(bankId, [], { title: '选择题', slots: [aDraw(bankId, 4)] })]);
  const { message } = await fixture.post('/api/assignment/status', teacher, { id: draft.id, rev: payload?.rev, status: 'published' });
  expect(message).toBe('还不能发布：“选择题”要抽 4 题，题库里只够抽 3 题');
});

test('banks of others are refused, but a co-teacher may save what the paper had before', async () => {
  const [teacher, colleague] = [await fixture.aTeacher(), await fixture.aTeacher()];
  const group = await fixture.aClass(teacher);
  await fixture.shop.platform.db.pool.query(
    `insert into class_co_teacher (class_id, user_id, name, access, added_at) values ($1, $2, '', 'edit', 0)`,
    [group.id, colleague.id],
  );
  const draft = await fixture.aDraft(teacher, group, { questions: [] });
  const own = await bankWith(teacher, [aChoice()]);
  const hidden = await bankWith(teacher, [aChoice('藏')]);
  const { payload } = await save(teacher, draft, [aSection(own.bankId, own.ids)]);
  const again = payload ?? draft;
  expect((await save(colleague, again, [aSection(hidden.bankId, hidden.ids)])).code).toBe('question.bankNotFound');
  expect((await save(colleague, again, [aSection(hidden.bankId, [], { slots: [aDraw(hidden.bankId, 1)] })])).code).toBe(
    'question.bankNotFound',
  );
  expect((await save(teacher, again, [aSection(own.bankId, hidden.ids)])).code).toBe('question.notFound');
  expect((await save(colleague, again, [aSection(own.bankId, own.ids, { title: '第一部分' })])).payload?.questions).toBe(1);
  const twice = [
    aSection(own.bankId, own.ids),
    { ...aSection(own.bankId, own.ids), id: 'b', slots: [{ ...aSection(own.bankId, own.ids).slots[0], id: 'x' }] },
  ];
  expect((await save(teacher, { ...again, rev: again.rev + 1 }, twice)).message).toBe('同一道题不能放两次');
});

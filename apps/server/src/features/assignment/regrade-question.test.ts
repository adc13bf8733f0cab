/** Tests corrected keys: what a preview shows, what is applied, who is notified, and that undoing restores every score. */
import type { Assignment, listAttempts, listRegrades, OutputOf, Regrade, regradeQuestion } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aChoice, anAnswer, anEssay } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('regradeQuestion', ['teacher', 'admin']);
testIdempotency('regradeQuestion', async ({ aTeacher, aClass, aPublished }) => {
  const teacher = await aTeacher();
  const one = await aPublished(teacher, await aClass(teacher));
  const key = { ...aChoice().key, isFullPoints: true };
  return {
    as: teacher,
    body: { assignmentId: one.id, questionId: 'q1', rev: one.rev, key, isRaiseOnly: false, isPreview: false, reason: '有误' },
  };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

type Result = OutputOf<typeof regradeQuestion>;

/** A key in which another option is right. */
const keyOf = (option: string) => ({
  responses: { RESPONSE: { rule: 'choice' as const, milli: 2000, correct: [option], incompleteMilli: 0 } },
  explanation: [],
});

const reload = async (teacher: TestUser, { id }: Pick<Assignment, 'id'>) =>
  (await fixture.get<Assignment>(`/api/assignment/get?id=${id}`, teacher)).payload as Assignment;

const regrade = async (teacher: TestUser, one: Pick<Assignment, 'id'>, more: object) => {
  const { rev } = await reload(teacher, one);
  const body = {
    assignmentId: one.id,
    questionId: 'q1',
    rev,
    key: keyOf('O2'),
    isRaiseOnly: false,
    isPreview: false,
    reason: '答案有误',
    ...more,
  };
  return fixture.post<Result>('/api/assignment/regrade', teacher, body);
};

const scoresOf = async (teacher: TestUser, { id }: Pick<Assignment, 'id'>) => {
  const { payload } = await fixture.get<OutputOf<typeof listAttempts>>(`/api/assignment/attempts?assignmentId=${id}`, teacher);
  return payload?.students.map(({ attempts: [first] }) => first?.score?.earnedMilli);
};

const noticesOf = async (user: TestUser) =>
  (await fixture.get<{ items: { kind: string }[] }>('/api/notice/mine', user)).payload?.items.filter(
    ({ kind }) => kind === 'scoreCorrected',
  );

/** Three students of whom one chose the first option, one the second, and one nothing. */
const aFinished = async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const one = await fixture.aPublished(teacher, group, { questions: [aChoice(), anEssay()] });
  const students: TestUser[] = [];
  const attempts: string[] = [];
  for (const value of ['O1', 'O2', undefined]) {
    const student = await fixture.aStudentOf(group);
    const { id } = await fixture.start(student, one);
    await fixture.submit(student, id, value === undefined ? [] : [anAnswer('q1', value)]);
    students.push(student);
    attempts.push(id);
  }
  return { teacher, one, group, students, attempts };
};

test('a preview shows who changes from what to what and changes nothing', async () => {
  const { teacher, one } = await aFinished();
  const { payload } = await regrade(teacher, one, { isPreview: true, reason: '' });
  expect(payload?.regrade).toBeUndefined();
  expect(payload?.preview).toMatchObject({ attempts: 3, scoredByTeacher: 0 });
  expect(payload?.preview.changes.map(({ beforeMilli, afterMilli }) => [beforeMilli, afterMilli]).toSorted()).toEqual([
    [0, 2000],
    [2000, 0],
  ]);
  // Two of twelve points are in the second band.
  expect(payload?.preview.bands).toEqual({ before: [2, 1, 0, 0, 0, 0, 0, 0, 0, 0], after: [2, 1, 0, 0, 0, 0, 0, 0, 0, 0] });
  expect(payload?.preview.facility).toEqual({ before: 1 / 3, after: 1 / 3 });
  expect((await scoresOf(teacher, one))?.toSorted()).toEqual([0, 0, 2000]);
});

test('an applied key changes the scores, is notified to those affected, applies to later hand-ins, and is undone exactly', async () => {
  const { teacher, one, group, students, attempts } = await aFinished();
  const before = await scoresOf(teacher, one);
  const [first, , third] = students as [TestUser, TestUser, TestUser];
  const { payload } = await regrade(teacher, one, {});
  expect(payload?.regrade).toMatchObject({ raised: 1, lowered: 1, isUndoable: true, reason: '答案有误' });
  expect((await scoresOf(teacher, one))?.toSorted()).toEqual([0, 0, 2000]);
  expect(await scoresOf(teacher, one)).not.toEqual(before);
  expect([(await noticesOf(first))?.length, (await noticesOf(third))?.length]).toEqual([1, 0]);
  const late = await fixture.aStudentOf(group);
  const { id } = await fixture.start(late, one);
  await fixture.submit(late, id, [anAnswer('q1', 'O2')]);
  expect((await scoresOf(teacher, one))?.toSorted()).toEqual([0, 0, 2000, 2000]);
  const history = await fixture.get<{ items: object[] }>(`/api/assignment/score/history?attemptId=${attempts[0]}&questionId=q1`, teacher);
  expect(history.payload?.items).toMatchObject([{ source: 'regrade', beforeMilli: 2000, afterMilli: 0 }]);
  const undo = () =>
    fixture.post<Regrade>('/api/assignment/regrade/undo', teacher, { assignmentId: one.id, regradeId: payload?.regrade?.id });
  expect((await undo()).payload).toMatchObject({ isUndoable: false });
  const after = await scoresOf(teacher, one);
  // The later hand-in is scored with the earlier key, by which it is wrong.
  expect([after?.slice(0, 3), after?.[3]].flat().toSorted()).toEqual([...(before ?? []), 0].toSorted());
  expect((await undo()).code).toBe('assignment.regradeNotFound');
  const list = await fixture.get<OutputOf<typeof listRegrades>>(`/api/assignment/regrades?assignmentId=${one.id}`, teacher);
  expect(list.payload?.items).toMatchObject([{ questionId: 'q1', undoneAt: expect.any(Number) }]);
});

test('scores only rise if the teacher says so, full marks are for everyone, and scores of a person stay', async () => {
  const { teacher, one, attempts } = await aFinished();
  expect((await regrade(teacher, one, { isRaiseOnly: true })).payload?.regrade).toMatchObject({ raised: 1, lowered: 0 });
  expect((await scoresOf(teacher, one))?.toSorted()).toEqual([0, 2000, 2000]);
  const marked = await fixture.post('/api/assignment/mark', teacher, {
    attemptId: attempts[2],
    questionId: 'q1',
    rev: 0,
    earnedMilli: 500,
    comment: '',
  });
  expect(marked.code).toBe('success');
  const { payload } = await regrade(teacher, one, { key: { ...keyOf('O3'), isFullPoints: true } });
  expect(payload?.preview).toMatchObject({ scoredByTeacher: 1, changes: [] });
  expect((await scoresOf(teacher, one))?.toSorted()).toEqual([2000, 2000, 500]);
});

test('a key of another question, other points, a draft and an outdated page are refused', async () => {
  const { teacher, one, group } = await aFinished();
  const text = { rule: 'text', milli: 2000, accepted: [{ text: '孔子', milli: 2000 }], isCaseSensitive: false };
  const ofText = { responses: { RESPONSE: text }, explanation: [] };
  expect((await regrade(teacher, one, { key: ofText })).code).toBe('question.incomplete');
  const milli = { responses: { RESPONSE: { ...keyOf('O2').responses.RESPONSE, milli: 3000 } }, explanation: [] };
  expect((await regrade(teacher, one, { key: milli })).code).toBe('request.invalid');
  expect((await regrade(teacher, one, { rev: 0 })).code).toBe('assignment.changed');
  expect((await regrade(teacher, one, { reason: '' })).code).toBe('request.invalid');
  expect((await regrade(teacher, await fixture.aDraft(teacher, group), {})).code).toBe('assignment.notFound');
});

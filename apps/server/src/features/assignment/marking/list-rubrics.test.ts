/** Tests a rubric from the draft to the student: shown before, marked with, summed, and returned with the released score. */
import type { AnonymousResponse, Assignment, AssignmentRubric, AttemptResult, listResponses, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aChoice, anAnswer, anEssay } from '../../../testing/assignment-objects.ts';
import { aRubric } from '../../../testing/rubric-objects.ts';
import { testAccess } from '../../../testing/test-access.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

testAccess('listRubrics', 'every user');

let fixture: ClassFixture;
let teacher: TestUser;
let student: TestUser;
let group: Awaited<ReturnType<ClassFixture['aClass']>>;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());
beforeEach(async () => {
  teacher = await fixture.aTeacher();
  group = await fixture.aClass(teacher);
  student = await fixture.aStudentOf(group);
});

/** Publishes a quiz whose third question has this rubric. */
const published = async (rubric = aRubric(), options = {}) => {
  const { id, rev } = await fixture.aDraft(teacher, group, options);
  const saved = await fixture.post<Assignment>('/api/marking/rubric/save', teacher, { assignmentId: id, questionId: 'q3', rev, rubric });
  const one = await fixture.post<Assignment>('/api/assignment/status', teacher, { id, rev: saved.payload?.rev, status: 'published' });
  if (one.payload === null || one.payload === undefined) throw new Error(one.message);
  return one.payload;
};
const rubricsOf = async (as: TestUser, { id }: Pick<Assignment, 'id'>) =>
  (await fixture.get<{ items: AssignmentRubric[] }>(`/api/marking/rubrics?assignmentId=${id}`, as)).payload?.items;

test('students see a rubric before they answer only if the teacher shows it, and nobody sees one of a draft', async () => {
  expect(await rubricsOf(student, await published())).toEqual([{ questionId: 'q3', rubric: aRubric() }]);
  expect(await rubricsOf(student, await published(aRubric({ isShown: false })))).toEqual([]);
  const draft = await fixture.aDraft(teacher, group);
  expect((await fixture.get(`/api/marking/rubrics?assignmentId=${draft.id}`, student)).code).toBe('assignment.notFound');
});

test('the points are the sum of the levels: each criterion needs one, and no other points are stored', async () => {
  const one = await published();
  const { id: attemptId } = await fixture.start(student, one);
  await fixture.submit(student, attemptId, [anAnswer('q3', '学了要时时练习')]);
  const responses = `/api/assignment/responses?assignmentId=${one.id}&questionId=`;
  const asked = await fixture.get<OutputOf<typeof listResponses>>(`${responses}q3`, teacher);
  expect(asked.payload?.rubric).toEqual(aRubric());
  expect((await fixture.get<OutputOf<typeof listResponses>>(`${responses}q1`, teacher)).payload?.rubric).toBeUndefined();
  const mark = (earnedMilli: number, levels?: object, more = {}) =>
    fixture.post<AnonymousResponse>('/api/assignment/mark', teacher, {
      attemptId,
      questionId: 'q3',
      rev: 0,
      earnedMilli,
      comment: '',
      levels,
      ...more,
    });
  expect((await mark(8000)).message).toBe('请给每个评分项选一档');
  expect((await mark(6000, { view: 'a' })).message).toBe('请给每个评分项选一档');
  expect((await mark(9000, { view: 'a', proof: 'b' })).message).toBe('各评分项合计 8 分，和总分不同');
  expect((await mark(2000, { view: 'a' }, { questionId: 'q1' })).message).toBe('这道题没有量规，请刷新后再评分');
  const levels = { view: 'a', proof: 'b' };
  expect((await mark(8000, levels)).payload).toMatchObject({ earnedMilli: 8000, levels, rev: 1 });
  expect((await fixture.get<OutputOf<typeof listResponses>>(`${responses}q3`, teacher)).payload?.items).toMatchObject([{ levels }]);
  const result = (await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${attemptId}`, student)).payload;
  expect(result?.attempt.score).toMatchObject({ earnedMilli: 8000, unscored: 0 });
  expect(result?.questions[2]?.marked).toEqual({ rubric: aRubric(), levels });
});

test('the marked rubric of a student stays hidden until the score is released, also one that was not shown before', async () => {
  const one = await published(aRubric({ isShown: false }), { release: { score: 'closed' } });
  const { id: attemptId } = await fixture.start(student, one);
  await fixture.submit(student, attemptId, [anAnswer('q3', '学了要时时练习')]);
  await fixture.post('/api/assignment/mark', teacher, {
    attemptId,
    questionId: 'q3',
    rev: 0,
    earnedMilli: 10_000,
    comment: '',
    levels: { view: 'a', proof: 'a' },
  });
  const marked = async () =>
    (await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${attemptId}`, student)).payload?.questions[2]?.marked;
  expect(await marked()).toBeUndefined();
  await fixture.post('/api/assignment/status', teacher, { id: one.id, rev: one.rev, status: 'closed' });
  expect((await marked())?.levels).toEqual({ view: 'a', proof: 'a' });
});

test('a corrected key leaves what was marked with a rubric as it is', async () => {
  const one = await published(aRubric(), { questions: [aChoice(), aChoice('二'), anEssay()] });
  const { id: attemptId } = await fixture.start(student, one);
  await fixture.submit(student, attemptId, [anAnswer('q3', '学了要时时练习')]);
  const body = { attemptId, questionId: 'q3', rev: 0, earnedMilli: 5000, comment: '', levels: { view: 'b', proof: 'b' } };
  await fixture.post('/api/assignment/mark', teacher, body);
  const key = { ...anEssay().key, isFullPoints: true };
  const regraded = await fixture.post<{ preview: { scoredByTeacher: number; changes: unknown[] } }>('/api/assignment/regrade', teacher, {
    assignmentId: one.id,
    questionId: 'q3',
    rev: one.rev,
    key,
    isRaiseOnly: false,
    isPreview: false,
    reason: '题目有误',
  });
  expect(regraded.payload?.preview).toMatchObject({ scoredByTeacher: 1, changes: [] });
  const result = (await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${attemptId}`, student)).payload;
  expect(result?.questions[2]).toMatchObject({ earnedMilli: 5000, marked: { levels: { view: 'b', proof: 'b' } } });
});

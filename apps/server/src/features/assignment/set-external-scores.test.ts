/** Tests that teachers enter the points of an external assignment, which then counts like any other. */
import type { Assignment, listAttempts, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentFields } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('setExternalScores', ['teacher', 'admin']);
testIdempotency('setExternalScores', async ({ aTeacher, aClass, aStudentOf, post }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const { id: userId } = await aStudentOf(group);
  const form = { ...assignmentFields(), classId: group.id, kind: 'external', totalMilli: 10_000 };
  const { id, rev } = await post<Assignment>('/api/assignment/create', teacher, form);
  await post('/api/assignment/status', teacher, { id, rev, status: 'published' });
  return { as: teacher, body: { assignmentId: id, scores: [{ userId, before: null, earnedMilli: 7500 }] } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const create = (teacher: TestUser, classId: string, more: object = { totalMilli: 10_000 }) =>
  fixture.post<Assignment>('/api/assignment/create', teacher, { ...assignmentFields(), classId, kind: 'external', ...more });

test('entered points are the result of the student, can be changed by whoever has seen them, and removed', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [first, second] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  expect((await create(teacher, group.id, {})).message).toBe('请填写满分');
  const draft = (await create(teacher, group.id)).payload as Assignment;
  const enter = async (scores: readonly object[]) => fixture.post('/api/assignment/external', teacher, { assignmentId: draft.id, scores });
  const score = (userId: string, before: number | null, earnedMilli: number | null) => ({ userId, before, earnedMilli });
  expect((await enter([score(first.id, null, 1)])).code).toBe('assignment.notPublished');
  const published = { id: draft.id, rev: draft.rev, status: 'published' };
  expect((await fixture.post<Assignment>('/api/assignment/status', teacher, published)).payload?.possibleMilli).toBe(10_000);
  expect((await fixture.post('/api/assignment/start', first, { assignmentId: draft.id })).code).toBe('assignment.noPaper');
  expect((await enter([score(first.id, null, 8000), score(second.id, null, 10_001)])).message).toContain('满分是 10 分');
  expect((await enter([score(first.id, null, 8000), score(second.id, null, 9500)])).message).toBe('已登记 2 人的得分');
  const own = async (as: TestUser) => (await fixture.get<Assignment>(`/api/assignment/get?id=${draft.id}`, as)).payload?.own?.countedMilli;
  expect([await own(first), await own(second)]).toEqual([8000, 9500]);
  expect((await enter([score(first.id, null, 1)])).code).toBe('assignment.changed');
  expect((await enter([score(first.id, 8000, 8500), score(second.id, 9500, null)])).code).toBe('success');
  expect([await own(first), await own(second)]).toEqual([8500, undefined]);
  expect((await enter([score('nobody', null, 1)])).code).toBe('class.memberNotFound');
  const { payload } = await fixture.get<OutputOf<typeof listAttempts>>(`/api/assignment/attempts?assignmentId=${draft.id}`, teacher);
  expect(payload?.students.map(({ countedMilli }) => countedMilli).toSorted()).toEqual([8500, undefined]);
});

test('the points of a published external assignment stay, and a quiz takes no entered points', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const draft = (await create(teacher, group.id)).payload as Assignment;
  const update = (rev: number, totalMilli: number) =>
    fixture.post<Assignment>('/api/assignment/update', teacher, { ...assignmentFields(), id: draft.id, rev, totalMilli });
  expect((await update(draft.rev, 20_000)).payload?.possibleMilli).toBe(20_000);
  await fixture.post('/api/assignment/status', teacher, { id: draft.id, rev: draft.rev + 1, status: 'published' });
  expect((await update(draft.rev + 2, 30_000)).code).toBe('assignment.published');
  const quiz = await fixture.aPublished(teacher, group);
  const scores = [{ userId: student.id, before: null, earnedMilli: 1000 }];
  expect((await fixture.post('/api/assignment/external', teacher, { assignmentId: quiz.id, scores })).code).toBe('assignment.notExternal');
});

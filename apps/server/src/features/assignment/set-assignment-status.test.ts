/** Tests publishing, which freezes the questions and provisions the attempts of an exam, and closing. */
import type { Assignment, AttemptResult, listMyNotifications, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('setAssignmentStatus', ['teacher', 'admin']);
testIdempotency('setAssignmentStatus', async ({ aTeacher, aClass, aDraft }) => {
  const teacher = await aTeacher();
  const { id, rev } = await aDraft(teacher, await aClass(teacher));
  return { as: teacher, body: { id, rev, status: 'published' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a published exam has one attempt for each student before anyone starts, and each student is notified', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const students = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const exam = await fixture.aPublished(teacher, group, { kind: 'exam' });
  const { rows } = await fixture.shop.platform.db.pool.query(
    `select user_id, state, length(seed) as seed from attempt where assignment_id = $1 order by user_id`,
    [exam.id],
  );
  expect(rows).toEqual(
    students.map(({ id }) => ({ user_id: id, state: 'provisioned', seed: 32 })).toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1)),
  );
  const [student] = students;
  const notices = await fixture.get<OutputOf<typeof listMyNotifications>>('/api/notice/mine', student);
  expect(notices.payload?.items[0]).toMatchObject({ kind: 'assignmentPublished', subject: { id: exam.id, name: '第一次测验' } });
  expect((await fixture.get<Assignment>(`/api/assignment/get?id=${exam.id}`, teacher)).payload?.counts?.started).toBe(0);
});

test('a student who joins after the publication takes the exam too', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const exam = await fixture.aPublished(teacher, group, { kind: 'exam' });
  expect((await fixture.start(await fixture.aStudentOf(group), exam)).no).toBe(1);
});

test('an assignment without questions, of an ended class, or that is over is not published', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const refusal = async ({ id, rev }: Assignment) =>
    (await fixture.post('/api/assignment/status', teacher, { id, rev, status: 'published' })).message;
  expect(await refusal(await fixture.aDraft(teacher, group, { questions: [] }))).toBe('还不能发布：还没有题目');
  expect(await refusal(await fixture.aDraft(teacher, group, { policy: { closeAt: 1 } }))).toBe('还不能发布：关闭时间已过');
  const draft = await fixture.aDraft(teacher, group);
  await fixture.post('/api/class/status', teacher, { id: group.id, status: 'ended' });
  expect(await refusal(draft)).toBe('还不能发布：班级已结束');
});

test('closing hands in every running attempt, and nobody starts after it', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [early, late] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const one = await fixture.aPublished(teacher, group);
  const { id } = await fixture.start(early, one);
  const close = () => fixture.post<Assignment>('/api/assignment/status', teacher, { id: one.id, rev: one.rev, status: 'closed' });
  expect((await close()).payload).toMatchObject({ status: 'closed', counts: { handedIn: 1 } });
  expect((await close()).code).toBe('assignment.changed');
  const result = await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${id}`, early);
  expect(result.payload?.attempt.closedBy).toBe('teacher');
  expect((await fixture.post('/api/assignment/start', late, { assignmentId: one.id })).code).toBe('assignment.closed');
});

/** Tests who may create assignments, and what is refused. */
import { type Assignment, LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentFields } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('createAssignment', ['teacher', 'admin']);
testIdempotency('createAssignment', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  const { id } = await aClass(teacher);
  return { as: teacher, body: { ...assignmentFields(), classId: id, kind: 'quiz' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a new assignment is a draft that only its teacher sees', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const { payload, message } = await fixture.post<Assignment>('/api/assignment/create', teacher, {
    ...assignmentFields(),
    classId: group.id,
    kind: 'exam',
  });
  expect(message).toBe('草稿已建立');
  expect(payload).toMatchObject({
    status: 'draft',
    kind: 'exam',
    questions: 0,
    rev: 0,
    role: 'teacher',
    counts: { students: 1, started: 0 },
  });
  const listed = async (as: typeof teacher) =>
    (await fixture.get<{ items: Assignment[] }>(`/api/assignment/list?classId=${group.id}`, as)).payload?.items.length;
  expect([await listed(teacher), await listed(student)]).toEqual([1, 0]);
});

test('a form with errors and too many assignments are refused', async () => {
  const teacher = await fixture.aTeacher();
  const { id: classId } = await fixture.aClass(teacher);
  const refused = async (more: object) =>
    (await fixture.post('/api/assignment/create', teacher, { ...assignmentFields(), classId, kind: 'quiz', ...more })).message;
  const withPolicy = (policy: Partial<Assignment['policy']>) => refused({ policy: { ...assignmentFields().policy, ...policy } });
  expect(await refused({ title: ' ' })).toBe('请填写标题');
  expect(await refused({ title: '字'.repeat(101) })).toBe('标题最多 100 个字');
  expect(await withPolicy({ openAt: 10, dueAt: 5 })).toBe('截止时间须晚于开始时间');
  expect(await withPolicy({ openAt: 10, closeAt: 10 })).toBe('关闭时间须晚于开始时间');
  expect(await withPolicy({ dueAt: 10, closeAt: 9 })).toBe('关闭时间不能早于截止时间');
  expect(await withPolicy({ dueAt: 10, closeAt: 10 })).toBe('草稿已建立');
  await fixture.shop.platform.db.pool.query(
    `insert into assignment (id, class_id, kind, title, instructions, policy, release, is_shuffled, created_at)
     select 'many' || n, $1, 'quiz', '', '', '{}', '{}', false, 0 from generate_series(1, $2::int) n`,
    [classId, LIMITS.assignmentsPerClassMax - 1],
  );
  expect(await refused({})).toBe('一个班级最多 500 份作业，请先删除不用的草稿');
});

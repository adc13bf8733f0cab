/** Tests making members co-teachers, and what these see and change. */
import { type ClassGroup, LIMITS, type listClasses, type listClassMembers, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('setCoTeacher', ['teacher', 'admin']);
testIdempotency('setCoTeacher', async ({ aTeacher, aClass, aCoTeacherOf }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  return { as: teacher, body: { classId: group.id, userId: (await aCoTeacherOf(group, teacher, 'view')).id, right: 'edit' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a member who is a teacher becomes a co-teacher, is no member, and finds the class among those taught', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const set = async (userId: string, right: string, as = teacher) =>
    (await fixture.post('/api/class/co-teacher/set', as, { classId: group.id, userId, right })).code;
  expect(await set(student.id, 'view')).toBe('class.notTeacher');
  expect(await set('nobody', 'view')).toBe('class.memberNotFound');
  const colleague = await fixture.aCoTeacherOf(group, teacher, 'view');
  const seen = async () => (await fixture.get<ClassGroup>(`/api/class/get?id=${group.id}`, colleague)).payload;
  expect(await seen()).toMatchObject({ role: 'coTeacher', mayEdit: false, mayAnnounce: false, members: 1, coTeachers: ['苏若谷'] });
  expect((await seen())?.code).toBe(group.code);
  const list = await fixture.get<OutputOf<typeof listClasses>>('/api/class/list', colleague);
  expect(list.payload?.taught.map(({ id, role }) => [id, role])).toEqual([[group.id, 'coTeacher']]);
  expect(list.payload?.joined).toEqual([]);
  const members = await fixture.get<OutputOf<typeof listClassMembers>>(`/api/class/members?classId=${group.id}`, colleague);
  expect(members.payload?.items.map(({ studentNo }) => studentNo)).toEqual(['2026001']);
  expect((await fixture.post('/api/class/join', colleague, { code: group.code, name: '苏若谷' })).code).toBe('class.ownClass');
  expect(await set(colleague.id, 'edit', colleague)).toBe('class.notFound');
  expect(await set(colleague.id, 'edit')).toBe('success');
  expect(await seen()).toMatchObject({ role: 'coTeacher', mayEdit: true, mayAnnounce: true });
  expect(await set(colleague.id, 'none')).toBe('success');
  expect(await seen()).toBeNull();
  expect(await set(colleague.id, 'none')).toBe('class.memberNotFound');
});

test('a co-teacher leaves a class', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const colleague = await fixture.aCoTeacherOf(group, teacher, 'edit');
  expect((await fixture.post('/api/class/leave', colleague, { classId: group.id })).code).toBe('success');
  expect((await fixture.get(`/api/class/get?id=${group.id}`, colleague)).code).toBe('class.notFound');
});

test('a class has a limited number of co-teachers', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  await fixture.shop.platform.db.pool.query(
    `with made as (insert into user_account (id, nickname, created_at, updated_at)
       select 'colleague' || n, '', 0, 0 from generate_series(1, $2::int) n returning id)
     insert into class_co_teacher select $1, id, '师', 'view', 0 from made`,
    [group.id, LIMITS.coTeachersMax],
  );
  const colleague = await fixture.aTeacher();
  await fixture.post('/api/class/join', colleague, { code: group.code, name: '苏若谷' });
  const refused = await fixture.post('/api/class/co-teacher/set', teacher, { classId: group.id, userId: colleague.id, right: 'view' });
  expect(refused.message).toBe('最多 20 位合作教师');
});

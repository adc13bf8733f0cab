/** Tests who sees a class and its members. */
import type { ClassGroup, listClasses, listClassMembers, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('getClass', 'every user');

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the teacher and the members see a class; a former member and other users do not', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const seen = (as: typeof teacher) => fixture.get<ClassGroup>(`/api/class/get?id=${group.id}`, as);
  expect((await seen(teacher)).payload).toMatchObject({ role: 'teacher', code: group.code, members: 1 });
  expect((await seen(student)).payload).toMatchObject({ role: 'student', members: 1 });
  expect((await seen(student)).payload).not.toHaveProperty('code');
  expect((await seen(await fixture.aTeacher())).code).toBe('class.notFound');
  expect((await seen(await fixture.aUser())).code).toBe('class.notFound');
  expect((await fixture.get(`/api/class/get?id=${group.id}`)).code).toBe('requestLogin');
  await fixture.post('/api/class/leave', student, { classId: group.id });
  expect((await seen(student)).code).toBe('class.notFound');
  expect((await seen(teacher)).payload).toMatchObject({ members: 0 });
});

test('a list has the classes taught, archived ones included, and those joined', async () => {
  const teacher = await fixture.aTeacher();
  const [own, old] = [await fixture.aClass(teacher), await fixture.aClass(teacher)];
  const joined = await fixture.aClass(await fixture.aTeacher());
  await fixture.post('/api/class/join', teacher, { code: joined.code, name: '谢知微' });
  await fixture.shop.platform.db.pool.query(`update class_group set status = 'archived' where id = $1`, [old.id]);
  const { payload } = await fixture.get<OutputOf<typeof listClasses>>('/api/class/list', teacher);
  expect(payload?.taught.map(({ id, status }) => [id, status])).toEqual([
    [old.id, 'archived'],
    [own.id, 'active'],
  ]);
  expect(payload?.joined.map(({ id, role }) => [id, role])).toEqual([[joined.id, 'student']]);
  expect(payload).toMatchObject({ mayCreate: true, institutions: [] });
  const reader = await fixture.get<OutputOf<typeof listClasses>>('/api/class/list', await fixture.aUser());
  expect(reader.payload).toEqual({ taught: [], joined: [], mayCreate: false, institutions: [] });
});

test('members are listed in pages; only the teacher sees student numbers', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const first = await fixture.aStudentOf(group);
  const second = await fixture.aStudentOf(group);
  const page = (as: typeof teacher, more = '') =>
    fixture.get<OutputOf<typeof listClassMembers>>(`/api/class/members?classId=${group.id}&limit=1${more}`, as);
  const one = await page(teacher);
  expect(one.payload?.items).toMatchObject([{ userId: first.id, name: '颜书雅', studentNo: '2026001' }]);
  const two = await page(teacher, `&cursor=${one.payload?.nextCursor}`);
  expect(two.payload?.items.map(({ userId }) => userId)).toEqual([second.id]);
  expect(two.payload).not.toHaveProperty('nextCursor');
  const classmate = await page(second);
  expect(classmate.payload?.items[0]).toEqual({
    userId: first.id,
    name: '颜书雅',
    isRepresentative: false,
    joinedAt: expect.any(Number) as number,
  });
  expect((await page(await fixture.aUser())).code).toBe('class.notFound');
  expect((await page(teacher, '&cursor=x')).code).toBe('request.invalid');
});

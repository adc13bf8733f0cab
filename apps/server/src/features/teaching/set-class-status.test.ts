/** Tests ending, reopening and archiving a class, and what members may read meanwhile. */
import { type AccessRight, LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('setClassStatus', ['teacher', 'admin']);
testIdempotency('setClassStatus', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  const { id } = await aClass(teacher);
  return { as: teacher, body: { id, status: 'ended' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the rights of members are in force while the class is active, and an archived class is not in the lists of students', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const set = async (status: string) => (await fixture.post('/api/class/status', teacher, { id: group.id, status })).message;
  const right = async () =>
    (await fixture.get<{ right: AccessRight }>(`/api/book/info?bookId=${fixture.bookId}`, student)).payload?.right.kind;
  const joined = async () => (await fixture.get<{ joined: unknown[] }>('/api/class/list', student)).payload?.joined.length;
  expect([await right(), await joined()]).toEqual(['class', 1]);
  expect(await set('ended')).toBe('班级已结束');
  expect([await right(), await joined()]).toEqual(['none', 1]);
  expect(await set('active')).toBe('班级已重新开放');
  expect(await right()).toBe('class');
  expect(await set('archived')).toBe('班级已归档');
  expect([await right(), await joined()]).toEqual(['none', 0]);
});

test('an archived class is reopened only if it fits', async () => {
  const teacher = await fixture.aTeacher();
  const { id } = await fixture.aClass(teacher);
  await fixture.post('/api/class/status', teacher, { id, status: 'archived' });
  await fixture.shop.platform.db.pool.query(
    `insert into class_group (id, teacher_id, teacher_name, name, term, book_id, version_id, code, created_at)
     select 'many' || n, $1, '', '班', '秋', $2, 'v', 'many' || n, 0 from generate_series(1, $3::int) n`,
    [teacher.id, fixture.bookId, LIMITS.classesPerTeacherMax],
  );
  expect((await fixture.post('/api/class/status', teacher, { id, status: 'active' })).code).toBe('class.tooMany');
});

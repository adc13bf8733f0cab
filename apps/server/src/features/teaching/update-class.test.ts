/** Tests what a teacher may change of a class. */
import type { ClassGroup } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('updateClass', ['teacher', 'admin']);
testIdempotency('updateClass', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  const { id } = await aClass(teacher);
  return { as: teacher, body: { id, name: '文学 2 班', term: '秋季学期', joinPolicy: 'approve' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a class keeps its institution although it no longer lists the teacher, who cannot choose another one', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const { pool } = fixture.shop.platform.db;
  const [first, second] = [`0${'6'.repeat(25)}`, `0${'7'.repeat(25)}`];
  await pool.query(`insert into institution (id, name, created_at) values ($1, '江南大学', 0), ($2, '江北大学', 0)`, [first, second]);
  await pool.query('update class_group set institution_id = $1 where id = $2', [first, group.id]);
  const change = (institutionId?: string) =>
    fixture.post<ClassGroup>('/api/class/update', teacher, { id: group.id, name: ' 甲班 ', term: '春', joinPolicy: 'open', institutionId });
  expect((await change(first)).payload).toMatchObject({ name: '甲班', term: '春', institution: { name: '江南大学' }, code: group.code });
  expect((await change(second)).code).toBe('institution.notFound');
  expect((await change()).payload).not.toHaveProperty('institution');
});

/** Tests copying a class. */
import type { ClassGroup } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('copyClass', ['teacher', 'admin']);
testIdempotency('copyClass', async ({ aTeacher, aClass }) => {
  const teacher = await aTeacher();
  const { id } = await aClass(teacher);
  return { as: teacher, body: { id, name: '文学 1 班', term: '春季学期' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a copy has the same book, another code and no members', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  await fixture.aStudentOf(group);
  const { payload } = await fixture.post<ClassGroup>('/api/class/copy', teacher, { id: group.id, name: '乙班', term: '春' });
  expect(payload).toMatchObject({ name: '乙班', term: '春', members: 0, status: 'active', book: { id: fixture.bookId } });
  expect(payload?.id).not.toBe(group.id);
  expect(payload?.code).not.toBe(group.code);
});

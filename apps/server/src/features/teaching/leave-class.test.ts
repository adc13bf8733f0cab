/** Tests leaving a class; join-class.test.ts tests that the rights end with the membership. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('leaveClass', ['reader', 'teacher', 'author', 'expert']);
testIdempotency('leaveClass', async ({ aTeacher, aClass, aStudentOf }) => {
  const group = await aClass(await aTeacher());
  return { as: await aStudentOf(group), body: { classId: group.id } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a member leaves once and can join again by the code', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const leave = async (as = student) => (await fixture.post('/api/class/leave', as, { classId: group.id })).code;
  expect(await leave()).toBe('success');
  expect(await leave()).toBe('class.notFound');
  expect(await leave(teacher)).toBe('class.notFound');
  expect((await fixture.post('/api/class/join', student, { code: group.code, name: '颜书雅' })).code).toBe('success');
});

/** Tests that the teacher of a class decides what a response counts that two teachers have marked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../../testing/assignment-objects.ts';
import { aDoubleScenario } from '../../../testing/double-marking-objects.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

testAccess('settleResponse', ['teacher', 'admin']);
testIdempotency('settleResponse', async ({ aTeacher, aClass, aCoTeacherOf, aStudentOf, aPublished, start, submit, post }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const colleague = await aCoTeacherOf(group, teacher, 'edit');
  const student = await aStudentOf(group);
  const one = await aPublished(teacher, group);
  const { id: attemptId } = await start(student, one);
  await submit(student, attemptId, [anAnswer('q3', '温故而知新')]);
  await post('/api/marking/double', teacher, { assignmentId: one.id, questionId: 'q3', isDouble: true, thresholdMilli: 0 });
  const score = { attemptId, questionId: 'q3', rev: 0, comment: '' };
  await post('/api/assignment/mark', teacher, { ...score, earnedMilli: 1000 });
  await post('/api/assignment/mark', colleague, { ...score, earnedMilli: 9000 });
  return { as: teacher, body: { ...score, earnedMilli: 6000 } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a dispute is settled by the teacher of the class, who can change the decision, and by nobody else', async () => {
  const { teacher, colleague, mark, settle } = await aDoubleScenario(fixture);
  await mark(teacher, 1000);
  expect((await settle(teacher, 6000)).code).toBe('marking.unmarked');
  await mark(colleague, 9000);
  expect((await settle(colleague, 6000)).code).toBe('assignment.attemptNotFound');
  expect((await settle(teacher, 11_000)).code).toBe('request.invalid');
  const settled = await settle(teacher, 6000, { comment: '论据不足' });
  expect(settled.payload?.double).toMatchObject({ state: 'settled', finalMilli: 6000, finalRev: 1 });
  expect((await settle(teacher, 6500)).code).toBe('assignment.changed');
  expect((await settle(teacher, 6500, { rev: 1 })).payload?.double).toMatchObject({ state: 'settled', finalMilli: 6500, finalRev: 2 });
});

test('what two teachers agreed on can be decided otherwise; a response that is marked once only cannot', async () => {
  const { teacher, colleague, mark, settle } = await aDoubleScenario(fixture);
  await mark(teacher, 6000);
  await mark(colleague, 7000);
  expect((await settle(teacher, 8000, { rev: 1 })).payload?.double).toMatchObject({ state: 'settled', finalMilli: 8000 });
  const single = await aDoubleScenario(fixture);
  await single.setDouble(false);
  await single.mark(single.teacher, 6000);
  expect((await single.settle(single.teacher, 7000, { rev: 1 })).code).toBe('marking.unmarked');
});

/** Tests the hand-in: scores, the receipt, and that it happens once. */
import type { AttemptReceipt } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_DEVICE, anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('submitAttempt', ['reader', 'teacher', 'author', 'expert']);
testIdempotency('submitAttempt', async ({ aTeacher, aClass, aStudentOf, aPublished, start }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const { id } = await start(student, await aPublished(teacher, group));
  return { as: student, body: { attemptId: id, deviceId: ANSWER_DEVICE, answers: [anAnswer('q1', 'O1')] } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the last answers are part of the hand-in, objective questions are scored, the others wait for the teacher', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const one = await fixture.aPublished(teacher, group);
  const { id } = await fixture.start(student, one);
  const receipt = await fixture.submit(student, id, [anAnswer('q1', 'O1'), anAnswer('q2', 'O2'), anAnswer('q3', '温故而知新')]);
  expect(receipt).toMatchObject({ closedBy: 'student', answered: 3, questions: 3, events: 3 });
  expect(receipt.code).toMatch(new RegExp(`^${id}\\.[\\w-]{43}$`));
  const { rows } = await fixture.shop.platform.db.pool.query(
    'select question_id as q, verdict, earned_milli as milli from item_score where attempt_id = $1 order by 1',
    [id],
  );
  expect(rows).toEqual([
    { q: 'q1', verdict: 'correct', milli: 2000 },
    { q: 'q2', verdict: 'wrong', milli: 0 },
    { q: 'q3', verdict: 'unscored', milli: null },
  ]);
});

test('hand-ins at the same time and later ones return the same receipt, and answers after it do not change it', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const { id } = await fixture.start(student, await fixture.aPublished(teacher, group));
  const receipts = await Promise.all(Array.from({ length: 5 }, () => fixture.submit(student, id, [anAnswer('q1', 'O1')])));
  fixture.shop.platform.advanceClock?.(60_000);
  const later: AttemptReceipt = await fixture.submit(student, id, [anAnswer('q2', 'O1')]);
  expect(new Set([...receipts, later].map((each) => JSON.stringify(each))).size).toBe(1);
  expect(
    (await fixture.post('/api/assignment/submit', await fixture.aUser(), { attemptId: id, deviceId: ANSWER_DEVICE, answers: [] })).code,
  ).toBe('assignment.attemptNotFound');
});

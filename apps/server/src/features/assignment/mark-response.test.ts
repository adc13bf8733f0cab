/** Tests scores of persons: the sum of the attempt, limits, and two teachers at once. */
import type { AnonymousResponse, AttemptResult } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('markResponse', ['teacher', 'admin']);
testIdempotency('markResponse', async ({ aTeacher, aClass, aStudentOf, aPublished, start, submit }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const { id } = await start(student, await aPublished(teacher, group));
  await submit(student, id, [anAnswer('q3', '温故而知新')]);
  return { as: teacher, body: { attemptId: id, questionId: 'q3', rev: 0, earnedMilli: 7000, comment: '好' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a score of a person completes the attempt, can be changed, and is not overwritten unseen', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const { id: attemptId } = await fixture.start(student, await fixture.aPublished(teacher, group));
  const scored = (rev: number, earnedMilli: number, questionId = 'q3') =>
    fixture.post<AnonymousResponse>('/api/assignment/mark', teacher, { attemptId, questionId, rev, earnedMilli, comment: '见批注' });
  expect((await scored(0, 1000)).code).toBe('assignment.attemptNotFound');
  await fixture.submit(student, attemptId, [anAnswer('q1', 'O1'), anAnswer('q3', '温故而知新')]);
  const result = async () => (await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${attemptId}`, student)).payload;
  expect((await result())?.attempt.score).toMatchObject({ earnedMilli: 2000, unscored: 1 });
  expect((await scored(0, 10_001)).message).toBe('这道题最多 10 分');
  expect((await scored(0, 7500)).payload).toMatchObject({ earnedMilli: 7500, rev: 1, comment: '见批注' });
  expect((await result())?.attempt.score).toMatchObject({ earnedMilli: 9500, unscored: 0 });
  expect((await result())?.questions[2]).toMatchObject({ earnedMilli: 7500, verdict: 'partial', comment: '见批注' });
  expect((await scored(0, 8000)).code).toBe('assignment.changed');
  expect((await scored(1, 10_000)).payload?.rev).toBe(2);
  expect((await result())?.questions[2]?.verdict).toBe('correct');
  expect((await scored(0, 0, 'q9')).code).toBe('assignment.attemptNotFound');
});

/** Tests that answers are stored once and in order, and what is acknowledged: two devices, the end of the time, hand-ins meanwhile. */
import type { OutputOf, SentAnswer, saveAnswers } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_DEVICE, anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('saveAnswers', ['reader', 'teacher', 'author', 'expert']);
testIdempotency(
  'saveAnswers',
  async ({ aTeacher, aClass, aStudentOf, aPublished, start }) => {
    const teacher = await aTeacher();
    const group = await aClass(teacher);
    const student = await aStudentOf(group);
    const { id } = await start(student, await aPublished(teacher, group));
    return { as: student, body: { attemptId: id, deviceId: ANSWER_DEVICE, answers: [anAnswer('q1', 'O1')] } };
  },
  // The second response has the same receipts and a later time of the server.
  { repeatsSafely: true },
);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const anAttempt = async (policy = {}): Promise<{ student: TestUser; attemptId: string; startedAt: number }> => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const { id, startedAt } = await fixture.start(student, await fixture.aPublished(teacher, group, { policy }));
  return { student, attemptId: id, startedAt };
};

const save = (student: TestUser, attemptId: string, answers: readonly SentAnswer[], deviceId = ANSWER_DEVICE) =>
  fixture.post<OutputOf<typeof saveAnswers>>('/api/assignment/answer', student, { attemptId, deviceId, answers });
const statuses = async (...parameters: Parameters<typeof save>) =>
  (await save(...parameters)).payload?.receipts.map(({ questionId, seq, status }) => `${questionId}.${seq} ${status}`);
const stored = async (attemptId: string) =>
  (
    await fixture.shop.platform.db.pool.query(
      `select question_id || '.' || seq || ' ' || (response->'RESPONSE'->>0) as row from answer_event where attempt_id = $1 order by question_id, seq`,
      [attemptId],
    )
  ).rows.map(({ row }) => row);

test('an answer is stored once, whatever is sent under its number, and an unknown question is refused', async () => {
  const { student, attemptId } = await anAttempt();
  const first = await save(student, attemptId, [anAnswer('q1', 'O1', 1)]);
  fixture.shop.platform.advanceClock?.(5_000);
  const again = await save(student, attemptId, [anAnswer('q1', 'O1', 1)]);
  expect(again.payload?.receipts).toEqual(first.payload?.receipts);
  expect(await statuses(student, attemptId, [anAnswer('q1', 'O3', 1)])).toEqual(['q1.1 superseded']);
  expect(await statuses(student, attemptId, [anAnswer('q9', 'O1', 1), anAnswer('q2', 'O2', 1)])).toEqual([
    'q9.1 unknownQuestion',
    'q2.1 saved',
  ]);
  expect(await stored(attemptId)).toEqual(['q1.1 O1', 'q2.1 O2']);
});

test('answers that arrive in another order are all stored, and the last of the device counts', async () => {
  const { student, attemptId } = await anAttempt();
  expect(await statuses(student, attemptId, [anAnswer('q1', 'O3', 3)])).toEqual(['q1.3 saved']);
  expect(await statuses(student, attemptId, [anAnswer('q1', 'O1', 1), anAnswer('q1', 'O2', 2)])).toEqual(['q1.1 saved', 'q1.2 saved']);
  expect(await stored(attemptId)).toEqual(['q1.1 O1', 'q1.2 O2', 'q1.3 O3']);
});

test('of two devices the later number counts; the other answer is stored, and its device gets what counts', async () => {
  const { student, attemptId } = await anAttempt();
  await save(student, attemptId, [anAnswer('q1', 'O1', 1), anAnswer('q1', 'O2', 2)]);
  const behind = await save(student, attemptId, [anAnswer('q1', 'O3', 2)], 'device0002');
  expect(behind.payload?.receipts).toMatchObject([{ status: 'superseded', current: { seq: 2, response: { RESPONSE: ['O2'] } } }]);
  expect(await statuses(student, attemptId, [anAnswer('q1', 'O3', 3)], 'device0002')).toEqual(['q1.3 saved']);
  expect(await stored(attemptId)).toHaveLength(4);
});

test('an answer after the end is stored and does not count; one that was under way at the end counts', async () => {
  const { student, attemptId, startedAt } = await anAttempt({ timeLimitSeconds: 60 });
  const clock = fixture.shop.platform.clock;
  fixture.shop.platform.advanceClock?.(startedAt + 60_500 - clock.now());
  expect(await statuses(student, attemptId, [anAnswer('q1', 'O1', 1)])).toEqual(['q1.1 saved']);
  fixture.shop.platform.advanceClock?.(3_000);
  const late = await save(student, attemptId, [anAnswer('q1', 'O2', 2)]);
  expect(late.payload?.receipts).toMatchObject([{ status: 'afterEnd' }]);
  expect(late.payload?.clock.state).toBe('handedIn');
  expect(await stored(attemptId)).toEqual(['q1.1 O1', 'q1.2 O2']);
  const { rows } = await fixture.shop.platform.db.pool.query('select earned_milli, finished_at, closed_by from attempt where id = $1', [
    attemptId,
  ]);
  expect(rows).toEqual([{ earned_milli: 2000, finished_at: startedAt + 60_000, closed_by: 'timer' }]);
});

test('every answer that was acknowledged as saved counts, also if the attempt is handed in at the same time', async () => {
  const { student, attemptId } = await anAttempt();
  const sent = Array.from({ length: 30 }, (_, index) => save(student, attemptId, [anAnswer('q1', `O${(index % 3) + 1}`, index + 1)]));
  const [responses] = await Promise.all([Promise.all(sent), fixture.submit(student, attemptId)]);
  const saved = responses.flatMap(({ payload }) => payload?.receipts ?? []).filter(({ status }) => status === 'saved');
  const { rows } = await fixture.shop.platform.db.pool.query('select events from attempt where id = $1', [attemptId]);
  expect(rows).toEqual([{ events: saved.length }]);
});

test('answers of another student, and too long ones, are refused', async () => {
  const { attemptId, student } = await anAttempt();
  expect((await save(await fixture.aUser(), attemptId, [anAnswer('q1', 'O1')])).code).toBe('assignment.attemptNotFound');
  expect((await save(student, attemptId, [anAnswer('q3', '字'.repeat(20_001))])).code).toBe('request.invalid');
  expect(await statuses(student, attemptId, [anAnswer('q3', '字'.repeat(20_000))])).toEqual(['q3.1 saved']);
});

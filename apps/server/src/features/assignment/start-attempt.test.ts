/** Tests the start of attempts: once per number, at the right time, and with the answers of a running one. */
import type { RunningAttempt } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_DEVICE, anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('startAttempt', ['reader', 'teacher', 'author', 'expert']);
testIdempotency(
  'startAttempt',
  async ({ aTeacher, aClass, aStudentOf, aPublished }) => {
    const teacher = await aTeacher();
    const group = await aClass(teacher);
    const student = await aStudentOf(group);
    return { as: student, body: { assignmentId: (await aPublished(teacher, group)).id } };
  },
  // The second response has the same attempt and a later time of the server.
  { repeatsSafely: true },
);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const HOUR = 3_600_000;
const start = (student: Parameters<ClassFixture['start']>[0], assignmentId: string) =>
  fixture.post<RunningAttempt>('/api/assignment/start', student, { assignmentId });

test('twenty starts at the same time give one attempt', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  for (const kind of ['quiz', 'exam'] as const) {
    const { id } = await fixture.aPublished(teacher, group, { kind, policy: { attempts: 3 } });
    const started = await Promise.all(Array.from({ length: 20 }, () => start(student, id)));
    const first = started[0]?.payload;
    const all = new Set(started.map(({ code, payload }) => `${code} ${payload?.id} ${payload?.seed}`));
    expect([...all]).toEqual([`success ${first?.id} ${first?.seed}`]);
    const { rows } = await fixture.shop.platform.db.pool.query('select 1 from attempt where assignment_id = $1', [id]);
    expect(rows).toHaveLength(1);
  }
});

test('an attempt starts between opening and close time, as often as allowed', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const now = fixture.shop.platform.clock.now();
  const policy = { openAt: now + HOUR, closeAt: now + 2 * HOUR, attempts: 2 };
  const { id } = await fixture.aPublished(teacher, group, { policy });
  expect((await start(student, id)).code).toBe('assignment.notOpen');
  fixture.shop.platform.advanceClock?.(HOUR);
  const first = (await start(student, id)).payload;
  expect(first?.clock.deadlineAt).toBe(policy.closeAt);
  await fixture.submit(student, first?.id ?? '');
  expect((await start(student, id)).payload?.no).toBe(2);
  await fixture.submit(student, (await start(student, id)).payload?.id ?? '');
  expect((await start(student, id)).code).toBe('assignment.noAttemptLeft');
  const late = await fixture.aStudentOf(group);
  fixture.shop.platform.advanceClock?.(HOUR);
  expect((await start(late, id)).code).toBe('assignment.closed');
});

test('a start during an attempt returns it with the answers that count; one whose time is over is handed in first', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const one = await fixture.aPublished(teacher, group, { policy: { timeLimitSeconds: 600, attempts: 2 } });
  const { id, startedAt } = await fixture.start(student, one);
  const answers = [anAnswer('q1', 'O1', 1), anAnswer('q1', 'O2', 2)];
  await fixture.post('/api/assignment/answer', student, { attemptId: id, deviceId: ANSWER_DEVICE, answers });
  const again = await fixture.start(student, one);
  expect(again).toMatchObject({ id, startedAt, answers: [{ questionId: 'q1', seq: 2, response: { RESPONSE: ['O2'] } }] });
  expect(again.clock).toMatchObject({ deadlineAt: startedAt + 600_000, state: 'running' });
  fixture.shop.platform.advanceClock?.(700_000);
  const second = await fixture.start(student, one);
  expect([second.no, second.answers]).toEqual([2, []]);
  const { rows } = await fixture.shop.platform.db.pool.query('select closed_by, finished_at from attempt where id = $1', [id]);
  expect(rows).toEqual([{ closed_by: 'timer', finished_at: startedAt + 600_000 }]);
});

test('a draft, an assignment of another class, and the own class are not started', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const outsider = await fixture.aUser();
  const [draft, open] = [await fixture.aDraft(teacher, group), await fixture.aPublished(teacher, group)];
  for (const [as, id] of [
    [student, draft.id],
    [outsider, open.id],
    [teacher, open.id],
  ] as const)
    expect((await start(as, id)).code).toBe('assignment.notFound');
});

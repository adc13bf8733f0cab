/** Tests that attempts end at their deadline without any client, and that assignments close after the last of them. */
import type { Assignment } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_DEVICE, anAnswer } from '../../testing/assignment-objects.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';
import { closeOverdueAttempts } from './close-overdue-attempts.ts';

/** Longer than what a test does before it moves the clock, also on a busy machine. */
const LATER_MS = 600_000;

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

/** The gradebook is tested elsewhere. */
const closing = () => ({ ...fixture.shop.platform, scoresChanged: () => Promise.resolve() });

test('an attempt whose time is over is handed in with its answers, once, by however many sweepers', async () => {
  const { shop } = fixture;
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [first, second] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const closeAt = shop.platform.clock.now() + 600_000;
  const one = await fixture.aPublished(teacher, group, { policy: { timeLimitSeconds: 60, closeAt } });
  const { id, startedAt } = await fixture.start(first, one);
  await fixture.post('/api/assignment/answer', first, { attemptId: id, deviceId: ANSWER_DEVICE, answers: [anAnswer('q1', 'O1')] });
  shop.platform.advanceClock?.(30_000);
  const { id: running } = await fixture.start(second, one);
  shop.platform.advanceClock?.(startedAt + 60_500 - shop.platform.clock.now());
  expect(await closeOverdueAttempts(closing())).toBe(0);
  shop.platform.advanceClock?.(3_000);
  const closed = await Promise.all(Array.from({ length: 4 }, () => closeOverdueAttempts(closing())));
  expect(closed.toSorted()).toEqual([0, 0, 0, 1]);
  const { rows } = await shop.platform.db.pool.query(
    'select id, state, closed_by as by, finished_at as at, earned_milli as milli from attempt where assignment_id = $1 order by started_at',
    [one.id],
  );
  expect(rows).toEqual([
    { id, state: 'handedIn', by: 'timer', at: startedAt + 60_000, milli: 2000 },
    { id: running, state: 'running', by: null, at: null, milli: null },
  ]);
});

test('an assignment closes when its close time, and that of every student, is over', async () => {
  const { shop } = fixture;
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const ill = await fixture.aStudentOf(group);
  const closeAt = shop.platform.clock.now() + LATER_MS;
  const [plain, extended] = [
    await fixture.aPublished(teacher, group, { policy: { closeAt } }),
    await fixture.aPublished(teacher, group, { policy: { closeAt } }),
  ];
  const override = { closeAt: closeAt + 60_000 };
  await fixture.post('/api/assignment/override', teacher, { assignmentId: extended.id, userId: ill.id, override });
  const states = async () => {
    await closeOverdueAttempts(closing());
    const read = async ({ id }: Assignment) => (await fixture.get<Assignment>(`/api/assignment/get?id=${id}`, teacher)).payload?.status;
    return [await read(plain), await read(extended)];
  };
  expect(await states()).toEqual(['published', 'published']);
  shop.platform.advanceClock?.(LATER_MS);
  expect(await states()).toEqual(['closed', 'published']);
  shop.platform.advanceClock?.(60_000);
  expect(await states()).toEqual(['closed', 'closed']);
});

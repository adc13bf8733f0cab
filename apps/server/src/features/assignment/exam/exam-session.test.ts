/** Tests a running exam as a whole: what one action does to the time of every student, and what the invigilator sees. */
import type { Assignment, AttemptClock, ClassGroup, ExamNews, ExamRoom, RunningAttempt } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ANSWER_DEVICE, anAnswer } from '../../../testing/assignment-objects.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';
import { closeOverdueAttempts } from '../close-overdue-attempts.ts';

const MINUTE_MS = 60_000;
const LIMIT_SECONDS = 600;
const LIMIT_MS = LIMIT_SECONDS * 1000;

let fixture: ClassFixture;
let teacher: TestUser;
let group: ClassGroup;
let early: TestUser;
let late: TestUser;
let exam: Assignment;
let attempt: RunningAttempt;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());
beforeEach(async () => {
  teacher = await fixture.aTeacher();
  group = await fixture.aClass(teacher);
  [early, late] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  exam = await fixture.aPublished(teacher, group, { kind: 'exam', policy: { timeLimitSeconds: LIMIT_SECONDS } });
  attempt = await fixture.start(early, exam);
});

const advance = (ms: number): void => fixture.shop.platform.advanceClock?.(ms);
const send = (name: string, more: object = {}, as = teacher) =>
  fixture.post<ExamRoom>(`/api/exam/${name}`, as, { assignmentId: exam.id, ...more });
const room = async (as = teacher) => (await fixture.get<ExamRoom>(`/api/exam/room?assignmentId=${exam.id}`, as)).payload;
const news = async (as: TestUser, { id }: Pick<RunningAttempt, 'id'>) =>
  (await fixture.post<ExamNews>('/api/exam/news', as, { attemptId: id })).payload;
const answer = async (as: TestUser, { id }: Pick<RunningAttempt, 'id'>, answers: object[] = []) =>
  (
    await fixture.post<{ clock: AttemptClock; receipts: { status: string }[] }>('/api/assignment/answer', as, {
      attemptId: id,
      deviceId: ANSWER_DEVICE,
      answers,
    })
  ).payload;
/** Returns when a running attempt ends, in milliseconds after its start; null while it is paused. */
const endOf = async (as: TestUser, one: Pick<RunningAttempt, 'id' | 'startedAt'>) => {
  const deadlineAt = (await answer(as, one))?.clock.deadlineAt ?? null;
  return deadlineAt === null ? null : deadlineAt - one.startedAt;
};
/** Returns the times of the incidents of a kind, the newest first. */
const timesOf = async (kind: string) => (await room())?.incidents.flatMap((one) => (one.kind === kind ? [one.at] : [])) ?? [];

test('a pause stops all clocks, also of those who start meanwhile; each goes on with exactly what was left', async () => {
  advance(4 * MINUTE_MS);
  expect((await send('pause', { reason: '消防演习' })).payload?.isPaused).toBe(true);
  const [pausedAt = 0] = await timesOf('pause');
  const started = await fixture.start(late, exam);
  advance(60 * MINUTE_MS);
  await closeOverdueAttempts({ ...fixture.shop.platform, scoresChanged: () => Promise.resolve() });
  expect(await endOf(early, attempt)).toBeNull();
  const leftMs = attempt.startedAt + LIMIT_MS - pausedAt;
  expect(await news(early, attempt)).toMatchObject({ isPaused: true, leftMs });
  expect((await answer(early, attempt, [anAnswer('q1', 'O1')]))?.receipts).toMatchObject([{ status: 'saved' }]);
  expect((await send('pause')).code).toBe('exam.notRunning');
  const { payload } = await send('resume');
  expect([payload?.isPaused, payload?.incidents.map(({ kind }) => kind)]).toEqual([false, ['resume', 'pause']]);
  const [resumedAt = 0] = await timesOf('resume');
  expect(await endOf(early, attempt)).toBe(resumedAt + leftMs - attempt.startedAt);
  expect(await endOf(late, started)).toBe(resumedAt + LIMIT_MS - started.startedAt);
  expect((await send('resume')).code).toBe('exam.notPaused');
});

test('time for one student changes nobody else; time for all reaches all, also a paused one, and survives a change of the policy', async () => {
  const other = await fixture.start(late, exam);
  await send('extend', { userId: early.id, minutes: 5 });
  expect([await endOf(early, attempt), await endOf(late, other)]).toEqual([15 * MINUTE_MS, LIMIT_MS]);
  await send('pause', { userId: late.id });
  await send('extend', { minutes: 1 });
  expect([await endOf(early, attempt), await endOf(late, other)]).toEqual([16 * MINUTE_MS, null]);
  await send('resume', { userId: late.id });
  const pauseMs = ((await timesOf('resume'))[0] ?? 0) - ((await timesOf('pause'))[0] ?? 0);
  expect(await endOf(late, other)).toBe(LIMIT_MS + MINUTE_MS + pauseMs);
  await fixture.post('/api/assignment/override', teacher, {
    assignmentId: exam.id,
    userId: early.id,
    override: { timeLimitSeconds: 1200 },
  });
  expect([await endOf(early, attempt), await endOf(late, other)]).toEqual([26 * MINUTE_MS, LIMIT_MS + MINUTE_MS + pauseMs]);
});

test('added time is not late work', async () => {
  const dueAt = fixture.shop.platform.clock.now() + 10 * MINUTE_MS;
  const late100 = { unitMinutes: 1, stepBasisPoints: 5000, basis: 'earned' as const, floorBasisPoints: 0, capBasisPoints: 10_000 };
  const one = await fixture.aPublished(teacher, group, { kind: 'exam', policy: { timeLimitSeconds: LIMIT_SECONDS, dueAt, late: late100 } });
  const running = await fixture.start(early, one);
  await fixture.post('/api/exam/extend', teacher, { assignmentId: one.id, minutes: 5 });
  advance(14 * MINUTE_MS);
  await fixture.submit(early, running.id, [anAnswer('q1', 'O1')]);
  const { payload } = await fixture.get<Assignment>(`/api/assignment/get?id=${one.id}`, early);
  expect(payload?.own?.attempts[0]?.score).toMatchObject({ lateSteps: 0, deductedMilli: 0 });
});

test('a correction reaches every student, and the invigilator sees who has not acknowledged it', async () => {
  await send('correct', { body: '第 2 题的“2025”应为“2026”' });
  const [correction] = (await news(early, attempt))?.corrections ?? [];
  expect(correction).toMatchObject({ body: '第 2 题的“2025”应为“2026”', isAcknowledged: false });
  const unread = async () => (await room())?.students.find(({ userId }) => userId === early.id)?.unread;
  expect(await unread()).toBe(1);
  const body = { attemptId: attempt.id, incidentId: correction?.id };
  const acknowledged = await fixture.post<ExamNews>('/api/exam/acknowledge', early, body);
  expect(acknowledged.payload?.corrections[0]?.isAcknowledged).toBe(true);
  expect([await unread(), (await room())?.incidents[0]?.acknowledged]).toEqual([0, 1]);
  const started = await fixture.start(late, exam);
  expect((await news(late, started))?.corrections).toMatchObject([{ isAcknowledged: false }]);
  expect((await fixture.post('/api/exam/acknowledge', late, { ...body, attemptId: started.id, incidentId: attempt.id })).code).toBe(
    'exam.correctionNotFound',
  );
});

test('the room tells who has not started, is writing, has lost contact and has handed in', async () => {
  const states = async () => Object.fromEntries((await room())?.students.map(({ userId, state }) => [userId, state]) ?? []);
  await news(early, attempt);
  expect(await states()).toEqual({ [early.id]: 'writing', [late.id]: 'notStarted' });
  advance(31_000);
  expect(await states()).toMatchObject({ [early.id]: 'away' });
  await news(early, attempt);
  expect(await states()).toMatchObject({ [early.id]: 'writing' });
  await fixture.submit(early, attempt.id, [anAnswer('q1', 'O1')]);
  expect(await states()).toMatchObject({ [early.id]: 'handedIn' });
  expect((await room())?.students.find(({ userId }) => userId === early.id)).toMatchObject({ answered: 1, unread: 0 });
});

test('a co-teacher with the right to view watches only; other teachers, students and closed exams are refused', async () => {
  const colleague = await fixture.aCoTeacherOf(group, teacher, 'view');
  expect((await room(colleague))?.mayEdit).toBe(false);
  for (const name of ['pause', 'resume', 'correct', 'extend'])
    expect((await send(name, { minutes: 5, body: '更正' }, colleague)).code).toBe('assignment.notFound');
  const otherTeacher = await fixture.aTeacher();
  expect((await send('pause', {}, otherTeacher)).code).toBe('assignment.notFound');
  expect((await fixture.get(`/api/exam/room?assignmentId=${exam.id}`, otherTeacher)).code).toBe('assignment.notFound');
  expect((await send('pause', {}, early)).code).toBe('forbidden');
  expect((await fixture.post('/api/exam/news', late, { attemptId: attempt.id })).code).toBe('assignment.attemptNotFound');
  const { rev } = exam;
  await fixture.post('/api/assignment/status', teacher, { id: exam.id, rev, status: 'closed' });
  for (const name of ['pause', 'extend', 'correct']) expect((await send(name, { minutes: 5, body: '更正' })).code).toBe('exam.notRunning');
});

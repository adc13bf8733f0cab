/** Tests that an override of a student applies at once, to that student only, and can be removed. */
import type { AttemptClock, RunningAttempt } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_DEVICE } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('setAssignmentOverride', ['teacher', 'admin']);
testIdempotency('setAssignmentOverride', async ({ aTeacher, aClass, aStudentOf, aPublished }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const { id } = await aPublished(teacher, group);
  return { as: teacher, body: { assignmentId: id, userId: student.id, override: { attempts: 3 }, reason: '请假' } };
});

/** Longer than what a test does before it moves the clock, also on a busy machine. */
const LATER_MS = 600_000;

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('more time reaches the running attempt of the student at once, and nobody else', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [slow, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const one = await fixture.aPublished(teacher, group, { kind: 'exam', policy: { timeLimitSeconds: 600 } });
  const attempts = [await fixture.start(slow, one), await fixture.start(other, one)] as const;
  const set = (override: object | null, userId = slow.id) =>
    fixture.post('/api/assignment/override', teacher, { assignmentId: one.id, userId, override });
  const limits = async () => {
    const read = async (as: TestUser, { id, startedAt }: RunningAttempt) => {
      const body = { attemptId: id, deviceId: ANSWER_DEVICE, answers: [] };
      const { payload } = await fixture.post<{ clock: AttemptClock }>('/api/assignment/answer', as, body);
      return ((payload?.clock.deadlineAt ?? 0) - startedAt) / 1000;
    };
    return [await read(slow, attempts[0]), await read(other, attempts[1])];
  };
  expect(await limits()).toEqual([600, 600]);
  expect((await set({ timeLimitSeconds: 900 })).message).toBe('已为这名学生另定');
  expect(await limits()).toEqual([900, 600]);
  expect((await set(null)).message).toBe('已恢复统一的时间和次数');
  expect(await limits()).toEqual([600, 600]);
  expect((await set({ attempts: 2 }, 'nobody')).code).toBe('class.memberNotFound');
});

test('a student with a later close time starts after the others cannot', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [ill, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const closeAt = fixture.shop.platform.clock.now() + LATER_MS;
  const one = await fixture.aPublished(teacher, group, { policy: { closeAt } });
  await fixture.post('/api/assignment/override', teacher, {
    assignmentId: one.id,
    userId: ill.id,
    override: { closeAt: closeAt + 60_000 },
  });
  fixture.shop.platform.advanceClock?.(LATER_MS);
  const start = async (as: TestUser) => (await fixture.post('/api/assignment/start', as, { assignmentId: one.id })).code;
  expect([await start(ill), await start(other)]).toEqual(['success', 'assignment.closed']);
});

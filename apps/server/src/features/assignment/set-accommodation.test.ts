/** Tests that an accommodation applies to every assignment of its class at once, and to nothing else. */
import type { Assignment, AttemptClock, RunningAttempt } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_DEVICE } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('setAccommodation', ['teacher', 'admin']);
const MORE = { timeFactorBasisPoints: 15_000, extraAttempts: 1, validUntil: null };
testIdempotency('setAccommodation', async ({ aTeacher, aClass, aStudentOf }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const { id: userId } = await aStudentOf(group);
  return { as: teacher, body: { classId: group.id, userId, accommodation: MORE } };
});

/** Longer than what a test does before it moves the clock, also on a busy machine. */
const LATER_MS = 600_000;

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('more time and attempts reach the running attempt and every assignment of the class, of this student only', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [slow, other] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const options = { policy: { timeLimitSeconds: 600, attempts: 1 } };
  const [running, later] = [await fixture.aPublished(teacher, group, options), await fixture.aPublished(teacher, group, options)];
  const attempts = [await fixture.start(slow, running), await fixture.start(other, running)] as const;
  const set = (accommodation: object | null, userId = slow.id) =>
    fixture.post('/api/assignment/accommodation', teacher, { classId: group.id, userId, accommodation, note: '读题慢' });
  const secondsOf = async (as: typeof slow, { id, startedAt }: RunningAttempt): Promise<number> => {
    const body = { attemptId: id, deviceId: ANSWER_DEVICE, answers: [] };
    const { payload } = await fixture.post<{ clock: AttemptClock }>('/api/assignment/answer', as, body);
    return ((payload?.clock.deadlineAt ?? 0) - startedAt) / 1000;
  };
  expect((await set(MORE)).message).toBe('已保存，对这个班的全部作业和考试有效');
  expect([await secondsOf(slow, attempts[0]), await secondsOf(other, attempts[1])]).toEqual([900, 600]);
  const policyOf = async (as: typeof slow) => {
    const { payload } = await fixture.get<Assignment>(`/api/assignment/get?id=${later.id}`, as);
    return [payload?.own?.policy.timeLimitSeconds, payload?.own?.policy.attempts];
  };
  expect([await policyOf(slow), await policyOf(other)]).toEqual([
    [900, 2],
    [600, 1],
  ]);
  expect((await set(null)).message).toBe('已取消这名学生的便利措施');
  expect(await secondsOf(slow, attempts[0])).toBe(600);
  expect((await set(MORE, 'nobody')).code).toBe('class.memberNotFound');
  expect((await set({ ...MORE, timeFactorBasisPoints: 9_000 })).message).toBe('时间不能少于原来的');
});

test('an accommodation that has ended no longer applies', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const one = await fixture.aPublished(teacher, group, { policy: { timeLimitSeconds: 600 } });
  const validUntil = fixture.shop.platform.clock.now() + LATER_MS;
  const accommodation = { ...MORE, validUntil };
  await fixture.post('/api/assignment/accommodation', teacher, { classId: group.id, userId: student.id, accommodation });
  const limit = async () =>
    (await fixture.get<Assignment>(`/api/assignment/get?id=${one.id}`, student)).payload?.own?.policy.timeLimitSeconds;
  expect(await limit()).toBe(900);
  fixture.shop.platform.advanceClock?.(LATER_MS + 1);
  expect(await limit()).toBe(600);
});

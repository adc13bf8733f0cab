/** Tests the teacher's list of students, their attempts and the points that count. */
import type { listAttempts, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('listAttempts', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('every member is listed, and the best attempt after deductions counts', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [busy, idle] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const late = { unitMinutes: 1, stepBasisPoints: 10_000, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 10_000 } as const;
  const dueAt = fixture.shop.platform.clock.now() + 60_000;
  const one = await fixture.aPublished(teacher, group, { policy: { attempts: 2, dueAt, late } });
  await fixture.submit(busy, (await fixture.start(busy, one)).id, [anAnswer('q1', 'O1')]);
  fixture.shop.platform.advanceClock?.(3_600_000);
  await fixture.submit(busy, (await fixture.start(busy, one)).id, [anAnswer('q1', 'O1'), anAnswer('q2', 'O1')]);
  const { payload } = await fixture.get<OutputOf<typeof listAttempts>>(`/api/assignment/attempts?assignmentId=${one.id}`, teacher);
  const byId = new Map(payload?.students.map((student) => [student.userId, student]));
  expect(byId.size).toBe(2);
  expect(byId.get(busy.id)?.attempts.map(({ score }) => [score?.earnedMilli, score?.deductedMilli])).toEqual([
    [2000, 0],
    [4000, 4000],
  ]);
  expect(byId.get(busy.id)).toMatchObject({ name: '颜书雅', studentNo: '2026001', countedMilli: 2000 });
  expect(byId.get(idle.id)).toMatchObject({ attempts: [] });
  expect(byId.get(idle.id)?.countedMilli).toBeUndefined();
});

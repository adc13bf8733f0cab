/** Tests the quizzes of the demo class: one is finished, with scores, and one is open. */
import type { Assignment, listAttempts, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClassFixture, openClassFixture } from '../features/teaching/testing/class-fixture.ts';
import { seedDemoAssignments } from './seed-demo-assignments.ts';

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the demo class has a finished quiz with different scores, one late hand-in, and an open quiz', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const students = [];
  for (let n = 0; n < 12; n += 1) students.push(await fixture.aStudentOf(group));
  await seedDemoAssignments(fixture.shop.platform, { classId: group.id, teacherId: teacher.id, studentIds: students.map(({ id }) => id) });
  const { payload } = await fixture.get<{ items: Assignment[] }>(`/api/assignment/list?classId=${group.id}`, teacher);
  expect(
    payload?.items.map(({ title, status, questions, counts }) => [title, status, questions, counts?.handedIn, counts?.unscored]),
  ).toEqual([
    ['第二单元测验：循环与列表', 'published', 8, 9, 0],
    ['第一单元测验：变量与类型', 'closed', 8, 10, 0],
  ]);
  const id = payload?.items[1]?.id;
  const attempts = await fixture.get<OutputOf<typeof listAttempts>>(`/api/assignment/attempts?assignmentId=${id}`, teacher);
  const scores = attempts.payload?.students.flatMap(({ attempts: [only] }) => (only?.score === undefined ? [] : [only.score])) ?? [];
  expect(scores.filter(({ lateByMs }) => lateByMs > 0)).toHaveLength(1);
  const points = new Set(scores.map(({ earnedMilli }) => earnedMilli));
  expect(points.size).toBeGreaterThanOrEqual(3);
  expect(Math.max(...points)).toBeGreaterThan(5000);
});

/** Tests the quizzes of the demo class: one is finished, with scores that look real, one is open, and one has a draw. */
import type { Assignment, listAttempts, OutputOf, PaperAnalysisRecord } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClassFixture, openClassFixture } from '../features/teaching/testing/class-fixture.ts';
import { seedDemoAssignments } from './seed-demo-assignments.ts';

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the demo class has a finished quiz with different scores, one late hand-in, an open quiz, a paper with a draw, handwriting, and chapters to read', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const students = [];
  for (let n = 0; n < 30; n += 1) students.push(await fixture.aStudentOf(group));
  await seedDemoAssignments(fixture.shop.platform, { classId: group.id, teacherId: teacher.id, studentIds: students.map(({ id }) => id) });
  const { payload } = await fixture.get<{ items: Assignment[] }>(`/api/assignment/list?classId=${group.id}`, teacher);
  expect(
    payload?.items.map(({ title, status, questions, counts }) => [title, status, questions, counts?.handedIn, counts?.unscored]),
  ).toEqual([
    ['期中模拟：分部分、随机抽题', 'published', 4, 0, 0],
    ['阅读：课本的前几章', 'published', 0, 0, 0],
    ['手写作业：画出循环的流程图', 'published', 1, 3, 2],
    ['第二单元测验：循环与列表', 'published', 8, 9, 0],
    ['第一单元测验：变量与类型', 'closed', 8, 28, 0],
  ]);
  const id = payload?.items[4]?.id;
  const attempts = await fixture.get<OutputOf<typeof listAttempts>>(`/api/assignment/attempts?assignmentId=${id}`, teacher);
  const scores = attempts.payload?.students.flatMap(({ attempts: [only] }) => (only?.score === undefined ? [] : [only.score])) ?? [];
  expect(scores.filter(({ lateByMs }) => lateByMs > 0)).toHaveLength(1);
  const analysis = await fixture.get<PaperAnalysisRecord>(`/api/assignment/analysis?assignmentId=${id}`, teacher);
  expect(analysis.payload?.alpha).toBeGreaterThan(0.6);
  expect(analysis.payload?.alpha).toBeLessThan(0.8);
  expect(analysis.payload?.items.every(({ discrimination = 0 }) => discrimination > 0.2)).toBe(true);
  const points = new Set(scores.map(({ earnedMilli }) => earnedMilli));
  expect(points.size).toBeGreaterThanOrEqual(3);
  expect(Math.max(...points)).toBeGreaterThan(5000);
});

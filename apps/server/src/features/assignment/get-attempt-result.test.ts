/** Tests what student and teacher see of a finished attempt, and the deduction for late work. */
import type { AttemptResult } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('getAttemptResult', 'every user');

/** Longer than what a test does before it moves the clock, also on a busy machine. */
const LATER_MS = 600_000;

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const resultOf = (attemptId: string, as: Parameters<ClassFixture['get']>[1]) =>
  fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${attemptId}`, as);

test('a student sees the parts that are released, the teacher sees everything, others see nothing', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const shown: Record<string, unknown> = {};
  for (const released of ['score', 'answers', 'explanation'] as const) {
    const hidden = { score: 'never', answers: 'never', explanation: 'never' } as const;
    const one = await fixture.aPublished(teacher, group, { release: { ...hidden, [released]: 'handedIn' } });
    const { id } = await fixture.start(student, one);
    expect((await resultOf(id, student)).code).toBe('assignment.attemptNotFound');
    await fixture.submit(student, id, [anAnswer('q1', 'O1')]);
    const [own] = (await resultOf(id, student)).payload?.questions ?? [];
    shown[released] = Object.keys(own ?? {}).filter((key) => !['id', 'view', 'response', 'savedAt', 'possibleMilli'].includes(key));
    const taught = (await resultOf(id, teacher)).payload;
    expect([taught?.student, taught?.questions[0]?.verdict, taught?.questions[0]?.earnedMilli]).toEqual(['颜书雅', 'correct', 2000]);
    for (const other of [await fixture.aStudentOf(group), await fixture.aTeacher()])
      expect((await resultOf(id, other)).code).toBe('assignment.attemptNotFound');
  }
  expect(shown).toEqual({ score: ['earnedMilli'], answers: ['verdict', 'responses'], explanation: ['explanation'] });
});

test('late work loses its steps, and the result says how many and of what', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const { clock } = fixture.shop.platform;
  const late = { unitMinutes: 1440, stepBasisPoints: 1000, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 10_000 } as const;
  const one = await fixture.aPublished(teacher, group, { policy: { dueAt: clock.now() + LATER_MS, late } });
  const { id } = await fixture.start(student, one);
  fixture.shop.platform.advanceClock?.(LATER_MS + 1.5 * 86_400_000);
  await fixture.submit(student, id, [anAnswer('q1', 'O1')]);
  const score = (await resultOf(id, student)).payload?.attempt.score;
  expect(score).toEqual({
    earnedMilli: 2000,
    possibleMilli: 14_000,
    unscored: 0,
    lateByMs: expect.any(Number) as number,
    lateSteps: 2,
    deductedMilli: 400,
  });
  expect((score?.lateByMs ?? 0) / 86_400_000).toBeCloseTo(1.5, 2);
});

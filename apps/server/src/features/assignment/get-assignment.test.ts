/** Tests who sees an assignment, and when its score is released. */
import type { Assignment } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('getAssignment', 'every user');

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a score appears at the moment that the teacher chose', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const dueAt = fixture.shop.platform.clock.now() + 3_600_000;
  const shown: Record<string, unknown[]> = {};
  const made: Assignment[] = [];
  for (const score of ['handedIn', 'due', 'closed', 'never'] as const) {
    const one = await fixture.aPublished(teacher, group, { policy: { dueAt }, release: { score } });
    const { id } = await fixture.start(student, one);
    await fixture.submit(student, id, [anAnswer('q1', 'O1')]);
    made.push(one);
    shown[score] = [];
  }
  const look = async (): Promise<void> => {
    for (const { id, release } of made) {
      const { payload } = await fixture.get<Assignment>(`/api/assignment/get?id=${id}`, student);
      shown[release.score]?.push(payload?.own?.countedMilli, payload?.own?.attempts[0]?.score?.earnedMilli);
    }
  };
  await look();
  fixture.shop.platform.advanceClock?.(3_600_000);
  await look();
  for (const { id, rev } of made) await fixture.post('/api/assignment/status', teacher, { id, rev, status: 'closed' });
  await look();
  const [none, points] = [undefined, 2000];
  expect(shown).toEqual({
    handedIn: [points, points, points, points, points, points],
    due: [none, none, points, points, points, points],
    closed: [none, none, none, none, points, points],
    never: [none, none, none, none, none, none],
  });
});

/** Tests the changes of the settings of an assignment, and their effect on running attempts. */
import type { Assignment, AttemptClock } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_DEVICE, assignmentFields } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('updateAssignment', ['teacher', 'admin']);
testIdempotency('updateAssignment', async ({ aTeacher, aClass, aDraft }) => {
  const teacher = await aTeacher();
  const { id, rev } = await aDraft(teacher, await aClass(teacher));
  return { as: teacher, body: { ...assignmentFields(), id, rev, title: '改名' } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the settings of a published assignment can be changed, by whoever has seen the last change', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const { id, rev, questions } = await fixture.aPublished(teacher, group);
  const update = (more: object) => fixture.post<Assignment>('/api/assignment/update', teacher, { ...assignmentFields(), id, ...more });
  expect((await update({ rev: 0 })).code).toBe('assignment.changed');
  expect((await update({ rev, title: '改名' })).payload).toMatchObject({ title: '改名', questions, rev: rev + 1 });
});

test('a longer time limit reaches a running attempt at once', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const one = await fixture.aPublished(teacher, group, { policy: { timeLimitSeconds: 600 } });
  const student = await fixture.aStudentOf(group);
  const { id, startedAt } = await fixture.start(student, one);
  const longer = { ...assignmentFields({ timeLimitSeconds: 900 }), id: one.id, rev: one.rev };
  await fixture.post('/api/assignment/update', teacher, longer);
  const body = { attemptId: id, deviceId: ANSWER_DEVICE, answers: [] };
  const { payload } = await fixture.post<{ clock: AttemptClock }>('/api/assignment/answer', student, body);
  expect(payload?.clock.deadlineAt).toBe(startedAt + 900_000);
});

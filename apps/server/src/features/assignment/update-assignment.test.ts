/** Tests the changes of an assignment and of its questions, and their effect on running attempts. */
import type { Assignment, AttemptClock } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_DEVICE, aChoice, anEssay, assignmentFields } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('updateAssignment', ['teacher', 'admin']);
testIdempotency('updateAssignment', async ({ aTeacher, aClass, aDraft }) => {
  const teacher = await aTeacher();
  const { id, rev } = await aDraft(teacher, await aClass(teacher));
  return { as: teacher, body: { ...assignmentFields(), id, rev, questions: [anEssay()] } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the questions of a draft can be replaced, those of a published assignment cannot', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const draft = await fixture.aDraft(teacher, group);
  expect([draft.questions, draft.possibleMilli, draft.rev]).toEqual([3, 14_000, 1]);
  const update = (more: object) =>
    fixture.post<Assignment>('/api/assignment/update', teacher, { ...assignmentFields(), id: draft.id, ...more });
  expect((await update({ rev: 0 })).code).toBe('assignment.changed');
  const broken = aChoice();
  broken.key.responses['RESPONSE'] = { rule: 'choice', milli: 1000, correct: ['O9'], incompleteMilli: 0 };
  expect((await update({ rev: 1, questions: [aChoice(), broken] })).message).toBe('第 2 题不完整，请改好后再保存');
  const upload = { ...anEssay(), view: { ...anEssay().view, interactions: { RESPONSE: { type: 'upload' } } } };
  expect((await update({ rev: 1, questions: [upload] })).code).toBe('assignment.questionBroken');
  const { payload } = await update({ rev: 1, questions: [aChoice()] });
  expect([payload?.questions, payload?.possibleMilli, payload?.rev]).toEqual([1, 2000, 2]);
  await fixture.post('/api/assignment/status', teacher, { id: draft.id, rev: 2, status: 'published' });
  expect((await update({ rev: 3, questions: [aChoice()] })).code).toBe('assignment.published');
  expect((await update({ rev: 3, title: '改名' })).payload?.title).toBe('改名');
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

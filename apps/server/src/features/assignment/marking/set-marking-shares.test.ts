/** Tests that work is divided: who gets which responses, and that a third teacher is refused where two mark. */
import type { AnonymousResponse, listResponses, MarkingPlan, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../../testing/assignment-objects.ts';
import { aDoubleScenario } from '../../../testing/double-marking-objects.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

testAccess('setMarkingShares', ['teacher', 'admin']);
testIdempotency('setMarkingShares', async ({ aTeacher, aClass, aStudentOf, aPublished }) => {
  const teacher = await aTeacher();
  const group = await aClass(teacher);
  const student = await aStudentOf(group);
  const { id } = await aPublished(teacher, group);
  return { as: teacher, body: { assignmentId: id, shares: [{ userId: student.id, markerIds: [teacher.id] }] } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('each teacher gets the own share and can look at all; the plan says who takes whom', async () => {
  const scenario = await aDoubleScenario(fixture);
  const { teacher, colleague, group, one, student, attemptId, setDouble } = scenario;
  await setDouble(false);
  const other = await fixture.aStudentOf(group);
  const { id: otherId } = await fixture.start(other, one);
  await fixture.submit(other, otherId, [anAnswer('q3', '温故')]);
  const shares = [
    { userId: student.id, markerIds: [teacher.id] },
    { userId: other.id, markerIds: [colleague.id] },
  ];
  const { payload } = await fixture.post<MarkingPlan>('/api/marking/shares', teacher, { assignmentId: one.id, shares });
  expect(payload?.students.map(({ userId, markerIds }) => ({ userId, markerIds }))).toEqual(expect.arrayContaining(shares));
  const idsOf = async (as: TestUser, share: string) => {
    const address = `/api/assignment/responses?assignmentId=${one.id}&questionId=q3&share=${share}`;
    return (await fixture.get<OutputOf<typeof listResponses>>(address, as)).payload?.items.map((item) => item.attemptId).toSorted();
  };
  expect([await idsOf(teacher, 'own'), await idsOf(colleague, 'own')]).toEqual([[attemptId], [otherId]]);
  expect(await idsOf(teacher, 'all')).toEqual([attemptId, otherId].toSorted());
});

test('where two teachers mark, a third one may not, and does not get the responses', async () => {
  const scenario = await aDoubleScenario(fixture);
  const { teacher, colleague, group, one, student, mark, responsesOf } = scenario;
  const third = await fixture.aCoTeacherOf(group, teacher, 'edit');
  const shares = [{ userId: student.id, markerIds: [colleague.id, third.id] }];
  await fixture.post('/api/marking/shares', teacher, { assignmentId: one.id, shares });
  expect((await mark(teacher, 5000)).code).toBe('marking.notAssigned');
  expect(await responsesOf(teacher)).toEqual([]);
  await mark(colleague, 5000);
  await mark(third, 5000);
  const [listed]: readonly AnonymousResponse[] = await responsesOf(teacher);
  expect(listed?.double).toMatchObject({ state: 'agreed', finalMilli: 5000 });
});

test('shares name students of the class and teachers who may mark', async () => {
  const { teacher, one, group, student } = await aDoubleScenario(fixture);
  const viewer = await fixture.aCoTeacherOf(group, teacher, 'view');
  for (const share of [
    { userId: student.id, markerIds: [viewer.id] },
    { userId: viewer.id, markerIds: [teacher.id] },
  ])
    expect((await fixture.post('/api/marking/shares', teacher, { assignmentId: one.id, shares: [share] })).code).toBe('request.invalid');
});

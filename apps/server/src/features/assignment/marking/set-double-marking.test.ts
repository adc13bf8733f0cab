/** Tests that two teachers mark without seeing each other, and what their marks make. */
import type { AttemptResult, listScoreHistory, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDoubleScenario, type DoubleScenario } from '../../../testing/double-marking-objects.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

testAccess('setDoubleMarking', ['teacher', 'admin']);
testIdempotency('setDoubleMarking', async ({ aTeacher, aClass, aPublished }) => {
  const teacher = await aTeacher();
  const { id } = await aPublished(teacher, await aClass(teacher));
  return { as: teacher, body: { assignmentId: id, questionId: 'q3', isDouble: true, thresholdMilli: 1000 } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const scoreOf = async ({ student, attemptId }: DoubleScenario) =>
  (await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${attemptId}`, student)).payload;
const historyOf = async ({ attemptId }: DoubleScenario, as: TestUser) =>
  (
    await fixture.get<OutputOf<typeof listScoreHistory>>(`/api/assignment/score/history?attemptId=${attemptId}&questionId=q3`, as)
  ).payload?.items.map(({ source, afterMilli }) => [source, afterMilli]);

test('the second teacher sees nothing of the first mark; marks within the threshold count with their mean', async () => {
  const scenario = await aDoubleScenario(fixture);
  const { teacher, colleague, mark, responsesOf } = scenario;
  expect((await mark(teacher, 7000, { comment: '好' })).payload).toMatchObject({ earnedMilli: 7000, rev: 1, double: { state: 'waiting' } });
  expect(await responsesOf(colleague)).toEqual([expect.objectContaining({ comment: '', rev: 0, double: { state: 'open', finalRev: 0 } })]);
  expect((await responsesOf(colleague))[0]).not.toHaveProperty('earnedMilli');
  expect(await historyOf(scenario, colleague)).toEqual([]);
  expect((await scoreOf(scenario))?.attempt.score).toMatchObject({ earnedMilli: 0, unscored: 1 });
  const second = await mark(colleague, 8001, { comment: '再具体些' });
  expect(second.payload?.double).toMatchObject({ state: 'agreed', finalMilli: 7501 });
  expect(second.payload?.double?.given?.map(({ earnedMilli }) => earnedMilli)).toEqual([7000, 8001]);
  const result = await scoreOf(scenario);
  expect(result?.attempt.score).toMatchObject({ earnedMilli: 7501, unscored: 0 });
  expect(result?.questions[2]).toMatchObject({ earnedMilli: 7501, comment: '好\n再具体些', verdict: 'partial' });
  expect((await historyOf(scenario, colleague))?.toSorted()).toEqual([
    ['mark', 7000],
    ['mark', 8001],
    ['teacher', 7501],
  ]);
});

test('a teacher corrects the own mark until the other has marked, and not unseen', async () => {
  const { teacher, colleague, mark } = await aDoubleScenario(fixture);
  await mark(teacher, 7000);
  expect((await mark(teacher, 6000)).code).toBe('assignment.changed');
  expect((await mark(teacher, 6000, { rev: 1 })).payload).toMatchObject({ earnedMilli: 6000, rev: 2, double: { state: 'waiting' } });
  expect((await mark(colleague, 6000)).payload?.double).toMatchObject({ state: 'agreed', finalMilli: 6000 });
  expect((await mark(teacher, 9000, { rev: 2 })).code).toBe('marking.finished');
});

test('marks that differ by more than the threshold count nothing, and only the teacher of the class sees both', async () => {
  const scenario = await aDoubleScenario(fixture);
  const { teacher, colleague, mark, responsesOf } = scenario;
  await mark(colleague, 3000);
  await mark(teacher, 5001);
  expect((await scoreOf(scenario))?.attempt.score).toMatchObject({ unscored: 1 });
  const [own] = await responsesOf(teacher);
  expect(own?.double).toMatchObject({ state: 'disputed', given: [{ earnedMilli: 3000 }, { earnedMilli: 5001 }] });
  const [other] = await responsesOf(colleague);
  expect(other?.double).toEqual({ state: 'disputed', finalRev: 0 });
  expect(await historyOf(scenario, colleague)).toEqual([['mark', 3000]]);
});

test('double marking cannot be switched after a mark, nor for a question that no person marks', async () => {
  const { teacher, one, mark, setDouble } = await aDoubleScenario(fixture);
  expect((await setDouble(false)).payload?.questions).toMatchObject([{ questionId: 'q3', isDouble: false, mayChange: true }]);
  await setDouble(true, 1500);
  await mark(teacher, 7000);
  expect((await setDouble(false)).code).toBe('marking.begun');
  const body = { assignmentId: one.id, questionId: 'q1', isDouble: true, thresholdMilli: 0 };
  expect((await fixture.post('/api/marking/double', teacher, body)).message).toBe('这道题不用老师批');
});

test('a response without an answer is scored at once, and needs no second teacher', async () => {
  const scenario = await aDoubleScenario(fixture);
  const { one, group, teacher, colleague } = scenario;
  const silent = await fixture.aStudentOf(group);
  const { id } = await fixture.start(silent, one);
  await fixture.submit(silent, id, []);
  const listed = (await scenario.responsesOf(teacher)).find(({ attemptId }) => attemptId === id);
  expect(listed?.double).toMatchObject({ state: 'agreed', finalMilli: 0, given: [] });
  expect(await scenario.responsesOf(colleague)).toHaveLength(1);
});

/** Tests that the plan says how far the marking is, without what the marks are. */
import type { MarkingPlan } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDoubleScenario } from '../../../testing/double-marking-objects.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

testAccess('getMarkingPlan', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the plan counts what waits for a second teacher, is disputed and is finished', async () => {
  const { teacher, colleague, one, mark, settle } = await aDoubleScenario(fixture);
  const planOf = async (as = colleague) => (await fixture.get<MarkingPlan>(`/api/marking/plan?assignmentId=${one.id}`, as)).payload;
  const question = async () => (await planOf())?.questions[0];
  expect(await question()).toEqual({
    questionId: 'q3',
    isDouble: true,
    thresholdMilli: 2000,
    responses: 1,
    finished: 0,
    waiting: 0,
    disputed: 0,
    mayChange: true,
  });
  await mark(teacher, 1234);
  expect(await question()).toMatchObject({ waiting: 1, disputed: 0, finished: 0, mayChange: false });
  expect(JSON.stringify(await planOf())).not.toContain('1234');
  await mark(colleague, 9000);
  expect(await question()).toMatchObject({ waiting: 0, disputed: 1, finished: 0 });
  await settle(teacher, 5000);
  expect(await question()).toMatchObject({ waiting: 0, disputed: 0, finished: 1 });
  expect((await planOf())?.markers.map(({ userId }) => userId)).toEqual([teacher.id, colleague.id]);
  expect([(await planOf())?.mayChange, (await planOf(teacher))?.mayChange]).toEqual([false, true]);
});

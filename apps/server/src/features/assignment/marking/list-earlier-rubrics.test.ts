/** Tests that a teacher finds the rubrics of the classes that he or she teaches, and of no others. */
import type { listEarlierRubrics, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRubric } from '../../../testing/rubric-objects.ts';
import { testAccess } from '../../../testing/test-access.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

testAccess('listEarlierRubrics', ['teacher', 'admin']);

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('earlier rubrics are those of the own classes and of those taught together, the newest first', async () => {
  const [teacher, other] = [await fixture.aTeacher(), await fixture.aTeacher()];
  const group = await fixture.aClass(teacher);
  const make = async (title: string, of: TestUser, groupOf = group) => {
    const { id, rev } = await fixture.aDraft(of, groupOf);
    fixture.shop.platform.advanceClock?.(1000);
    await fixture.post('/api/marking/rubric/save', of, { assignmentId: id, questionId: 'q3', rev, rubric: aRubric({ title }) });
  };
  await make('第一份', teacher);
  await make('第二份', teacher);
  await make('别人的', other, await fixture.aClass(other));
  const titles = async (as: TestUser) =>
    (await fixture.get<OutputOf<typeof listEarlierRubrics>>('/api/marking/rubrics/earlier', as)).payload?.items.map(
      ({ rubric }) => rubric.title,
    );
  expect(await titles(teacher)).toEqual(['第二份', '第一份']);
  expect(await titles(other)).toEqual(['别人的']);
  const colleague = await fixture.aCoTeacherOf(group, teacher, 'view');
  expect(await titles(colleague)).toEqual(['第二份', '第一份']);
});

/** Tests the essay of the demo class: some papers are marked with the rubric, the others wait. */
import type { Assignment, AssignmentRubric } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClassFixture, openClassFixture } from '../features/teaching/testing/class-fixture.ts';
import { seedDemoEssays } from './seed-demo-essay-assignment.ts';

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('the demo class has an essay with a shown rubric, of which five papers are marked and three wait', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const students = [];
  for (let n = 0; n < 9; n += 1) students.push(await fixture.aStudentOf(group));
  await seedDemoEssays(fixture.shop.platform, { classId: group.id, teacherId: teacher.id, studentIds: students.map(({ id }) => id) });
  const { payload } = await fixture.get<{ items: Assignment[] }>(`/api/assignment/list?classId=${group.id}`, teacher);
  expect(payload?.items.map(({ title, counts }) => [title, counts?.handedIn, counts?.unscored])).toEqual([['短论：为什么要写函数', 8, 3]]);
  const rubrics = await fixture.get<{ items: AssignmentRubric[] }>(
    `/api/marking/rubrics?assignmentId=${payload?.items[0]?.id}`,
    students[0],
  );
  expect(rubrics.payload?.items.map(({ rubric }) => rubric.title)).toEqual(['短论量规']);
});

/** Tests that a rubric of a draft is deleted, and one of a published assignment is not. */
import type { Assignment, AssignmentRubric } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRubric } from '../../../testing/rubric-objects.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../../teaching/testing/class-fixture.ts';

testAccess('deleteRubric', ['teacher', 'admin']);
testIdempotency('deleteRubric', async ({ aTeacher, aClass, aDraft }) => {
  const teacher = await aTeacher();
  const { id, rev } = await aDraft(teacher, await aClass(teacher));
  return { as: teacher, body: { assignmentId: id, questionId: 'q3', rev } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('only the rubric of a draft can be deleted, by someone who has seen its last change', async () => {
  const teacher = await fixture.aTeacher();
  const { id, rev } = await fixture.aDraft(teacher, await fixture.aClass(teacher));
  const post = (name: string, more: object) =>
    fixture.post<Assignment>(`/api/marking/rubric/${name}`, teacher, { assignmentId: id, questionId: 'q3', ...more });
  const saved = (await post('save', { rev, rubric: aRubric() })).payload;
  expect((await post('delete', { rev })).code).toBe('assignment.changed');
  const deleted = (await post('delete', { rev: saved?.rev })).payload;
  const { payload } = await fixture.get<{ items: AssignmentRubric[] }>(`/api/marking/rubrics?assignmentId=${id}`, teacher);
  expect(payload?.items).toEqual([]);
  const published = await fixture.post<Assignment>('/api/assignment/status', teacher, { id, rev: deleted?.rev, status: 'published' });
  expect((await post('delete', { rev: published.payload?.rev })).code).toBe('assignment.published');
});

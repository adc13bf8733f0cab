/** Tests that a draft can be deleted, and a published assignment cannot. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('deleteAssignment', ['teacher', 'admin']);
testIdempotency('deleteAssignment', async ({ aTeacher, aClass, aDraft }) => {
  const teacher = await aTeacher();
  const { id } = await aDraft(teacher, await aClass(teacher));
  return { as: teacher, body: { id } };
});

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('a draft is deleted, a published assignment stays', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [draft, published] = [await fixture.aDraft(teacher, group), await fixture.aPublished(teacher, group)];
  const remove = async (id: string) => (await fixture.post('/api/assignment/delete', teacher, { id })).code;
  expect([await remove(draft.id), await remove(published.id)]).toEqual(['success', 'assignment.published']);
  expect((await fixture.get(`/api/assignment/get?id=${draft.id}`, teacher)).code).toBe('assignment.notFound');
});

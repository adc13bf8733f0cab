/** Tests that only lists which nobody waits for are deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('deleteAdoptionList', ['teacher']);
testIdempotency('deleteAdoptionList', async ({ aTeacher, anInstitution, anAdoption }) => {
  const teacher = await aTeacher();
  return { as: teacher, body: { id: await anAdoption(teacher, await anInstitution(), 'draft') } };
});

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('a draft is deleted by its teacher; a submitted list and that of a colleague are not', async () => {
  const teacher = await fixture.aTeacher();
  const remove = (id: string) => fixture.post('/api/adoption/delete', teacher, { id });
  const id = await fixture.anAdoption(teacher, fixture.institutionId, 'draft');
  expect((await remove(id)).code).toBe('success');
  expect(await fixture.query('select 1 from adoption_item where list_id = $1', [id])).toEqual([]);
  expect((await remove(await fixture.anAdoption(teacher, fixture.institutionId))).code).toBe('adoption.stateChanged');
  expect((await remove(await fixture.anAdoption(await fixture.aTeacher(), fixture.institutionId, 'draft'))).code).toBe('adoption.notFound');
});

/** Tests that confirmed lists are recorded as ordered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('orderAdoptionLists', ['orgAdmin', 'admin'], 'filtered');
testIdempotency('orderAdoptionLists', async ({ aUser, aTeacher, anInstitution, anAdoption }) => ({
  as: await aUser('admin'),
  body: { ids: [await anAdoption(await aTeacher(), await anInstitution(), 'confirmed')] },
}));

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('confirmed lists are ordered all or none, and the teacher is notified', async () => {
  const teacher = await fixture.aTeacher();
  const order = (ids: readonly string[]) => fixture.post<{ changed: number }>('/api/admin/adoption/order', fixture.orgAdmin, { ids });
  const id = await fixture.anAdoption(teacher, fixture.institutionId, 'confirmed');
  const waiting = await fixture.anAdoption(teacher, fixture.institutionId);
  expect((await order([id, waiting])).code).toBe('adoption.stateChanged');
  expect((await order([id])).payload).toEqual({ changed: 1 });
  expect((await fixture.get(`/api/adoption/get?id=${id}`, teacher)).payload).toMatchObject({ status: 'ordered' });
  expect(await fixture.noticesOf(teacher)).toEqual(['adoptionOrdered']);
});

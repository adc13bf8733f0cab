/** Tests that a withdrawn list loses its approvals and can be submitted again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('withdrawAdoptionList', ['teacher']);
testIdempotency('withdrawAdoptionList', async ({ aTeacher, anInstitution, anAdoption }) => {
  const teacher = await aTeacher();
  return { as: teacher, body: { id: await anAdoption(teacher, await anInstitution()) } };
});

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('a confirmed list is withdrawn and starts again with the first level; an ordered one stays', async () => {
  const teacher = await fixture.aTeacher();
  const withdraw = (id: string) => fixture.post('/api/adoption/withdraw', teacher, { id });
  const id = await fixture.anAdoption(teacher, fixture.institutionId, 'confirmed');
  expect((await withdraw(id)).payload).toMatchObject({ status: 'withdrawn' });
  expect((await fixture.post('/api/adoption/submit', teacher, { id })).payload).toMatchObject({
    status: 'submitted',
    nextLevel: 'section',
  });
  const ordered = await fixture.anAdoption(teacher, fixture.institutionId, 'ordered');
  expect((await withdraw(ordered)).code).toBe('adoption.stateChanged');
});

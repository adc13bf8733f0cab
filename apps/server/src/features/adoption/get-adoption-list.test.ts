/** Tests that a list is shown to its teacher only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('getAdoptionList', ['teacher']);

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('a list is shown to its teacher, not to a colleague', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.anAdoption(teacher, fixture.institutionId, 'confirmed');
  expect((await fixture.get(`/api/adoption/get?id=${id}`, teacher)).payload).toMatchObject({ id, status: 'confirmed' });
  expect((await fixture.get(`/api/adoption/get?id=${id}`, await fixture.aTeacher())).code).toBe('adoption.notFound');
});

test('a textbook is a first adoption until the institution has confirmed its ISBN for the course', async () => {
  const teacher = await fixture.aTeacher(fixture.otherInstitutionId);
  const id = await fixture.anAdoption(teacher, fixture.otherInstitutionId, 'draft');
  const isFirst = async () => (await fixture.get(`/api/adoption/get?id=${id}`, teacher)).payload?.items[0]?.isFirst;
  await fixture.anAdoption(teacher, fixture.otherInstitutionId, 'submitted');
  expect(await isFirst()).toBe(true);
  await fixture.anAdoption(await fixture.aTeacher(fixture.otherInstitutionId), fixture.otherInstitutionId, 'confirmed');
  expect(await isFirst()).toBe(false);
});

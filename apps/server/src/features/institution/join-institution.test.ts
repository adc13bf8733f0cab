/** Tests of `joinInstitution`: claims an entry of the list by student number and name. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { importInstitutionMembers } from './import-institution-members.ts';
import { joinInstitution } from './join-institution.ts';
import { createInstitutionFixture, type InstitutionFixture, memberFile } from './testing/institution-fixture.ts';

testAccess('joinInstitution', 'every user');

testIdempotency('joinInstitution', async ({ aUser, anInstitution, aMember }) => {
  const institutionId = await anInstitution();
  return { as: await aUser(), body: { institutionId, studentNo: await aMember(institutionId), name: '孔丘' } };
});

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

it('claims an entry once, and only with the right name', async () => {
  const institutionId = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  const [mei, han] = [await fixture.signedInCaller('13900000924'), await fixture.signedInCaller('13900000925')];
  const file = memberFile('2026002,,端木赐');
  await importInstitutionMembers(fixture.institutions, mei, { institutionId, file, replace: false });
  const join = (as: typeof mei, name: string) => joinInstitution(fixture.institutions, as, { institutionId, studentNo: '2026002', name });
  expect(await outcomeOf(join(mei, '子路'))).toBe('institution.notOnList');
  expect(await join(mei, '端木 赐')).toMatchObject({
    say: '已加入临渠学院',
    payload: { items: [{ id: institutionId, active: ['roster'] }] },
  });
  expect(await outcomeOf(join(mei, '端木赐'))).toBe('success');
  expect(await outcomeOf(join(han, '端木赐'))).toBe('institution.placeTaken');
});

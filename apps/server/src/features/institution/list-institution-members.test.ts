/** Tests of `listInstitutionMembers`: masked phone numbers, found by name, student number or phone number. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../account/testing/caller.ts';
import { importInstitutionMembers } from './import-institution-members.ts';
import { listInstitutionMembers } from './list-institution-members.ts';
import { createInstitutionFixture, type InstitutionFixture, memberFile } from './testing/institution-fixture.ts';

testAccess('listInstitutionMembers', ['finance', 'orgAdmin', 'admin'], 'institutionId:institution');

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

const admin = signedInCallerOf('admin');

it('lists members in the order of import and finds them', async () => {
  const institutionId = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  for (const line of ['2026001,13900000927,颜回', '2026002,,端木赐']) {
    await importInstitutionMembers(fixture.institutions, admin, { institutionId, file: memberFile(line), replace: false });
    fixture.clock.advance(1_000);
  }
  const list = (q: string) => payloadOf(listInstitutionMembers(fixture.institutions, admin, { institutionId, q }));
  const all = await list('');
  expect(all.total).toBe(2);
  expect(all.items.map(({ name, phone, claimed }) => [name, phone, claimed])).toEqual([
    ['颜回', '139****0927', false],
    ['端木赐', '', false],
  ]);
  for (const q of ['端木', '2026002']) expect((await list(q)).items.map(({ name }) => name)).toEqual(['端木赐']);
  expect(await outcomeOf(listInstitutionMembers(fixture.institutions, admin, { institutionId: 'nowhere', q: '' }))).toBe(
    'institution.notFound',
  );
});

/** Tests of `removeInstitutionMembers`: removes the given members of this institution alone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../account/testing/caller.ts';
import { importInstitutionMembers } from './import-institution-members.ts';
import { listInstitutionMembers } from './list-institution-members.ts';
import { removeInstitutionMembers } from './remove-institution-members.ts';
import { createInstitutionFixture, type InstitutionFixture, memberFile } from './testing/institution-fixture.ts';

testAccess('removeInstitutionMembers', ['finance', 'orgAdmin', 'admin'], 'institutionId:institution');

testIdempotency('removeInstitutionMembers', async ({ aUser, anInstitution, aMember }) => {
  const institutionId = await anInstitution();
  return { as: await aUser('finance'), body: { institutionId, memberIds: [await aMember(institutionId)] } };
});

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

const admin = signedInCallerOf('admin');

it('removes members once and records it', async () => {
  const [mine, other] = [await fixture.createInstitution('临渠学院', 'linqu.edu.cn'), await fixture.createInstitution('英台大学', '')];
  for (const institutionId of [mine, other])
    await importInstitutionMembers(fixture.institutions, admin, { institutionId, file: memberFile('2026001,,颜回'), replace: false });
  const idsOf = async (institutionId: string) =>
    (await payloadOf(listInstitutionMembers(fixture.institutions, admin, { institutionId, q: '' }))).items.map(({ id }) => id);
  const memberIds = [...(await idsOf(mine)), ...(await idsOf(other))];
  const remove = () => removeInstitutionMembers(fixture.institutions, admin, { institutionId: mine, memberIds });
  expect(await remove()).toEqual({ payload: { removed: 1 }, say: '已移出 1 人' });
  expect(await payloadOf(remove())).toEqual({ removed: 0 });
  expect([(await idsOf(mine)).length, (await idsOf(other)).length]).toEqual([0, 1]);
  const missing = removeInstitutionMembers(fixture.institutions, admin, { institutionId: 'nowhere', memberIds });
  expect(await outcomeOf(missing)).toBe('institution.notFound');
});

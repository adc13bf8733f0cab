/** Tests of `saveInstitution`: names and domains of institutions are unique; secrets stay on the server. */
import * as contract from '@shufang/contract';
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../account/testing/caller.ts';
import { saveInstitution } from './save-institution.ts';
import { createInstitutionFixture, type InstitutionFixture } from './testing/institution-fixture.ts';

testAccess('saveInstitution', ['finance', 'admin'], 'platform');
testIdempotency('saveInstitution', async ({ aUser }) => ({
  as: await aUser('finance'),
  body: { name: `学校 ${newId()}`, domain: '', protocol: 'none' },
}));

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

const save = (change: object) =>
  saveInstitution(
    fixture.institutions,
    signedInCallerOf('admin'),
    contract.saveInstitution.input.parse({
      name: '临渠学院',
      domain: 'linqu.edu.cn',
      protocol: 'oidc',
      issuer: 'https://sso.linqu.edu.cn/',
      ...change,
    }),
  );

it('keeps a stored secret that is not sent again, and records the change without it', async () => {
  const { institution } = await payloadOf(save({ clientSecret: 'secret-of-linqu' }));
  expect(institution).toMatchObject({ name: '临渠学院', issuer: 'https://sso.linqu.edu.cn', hasClientSecret: true, ready: true });
  const changed = await payloadOf(save({ id: institution.id, name: '临渠大学' }));
  expect(changed.institution).toMatchObject({ id: institution.id, name: '临渠大学', hasClientSecret: true });
  expect((await payloadOf(save({ id: institution.id, name: '临渠大学', clientSecret: '' }))).institution.hasClientSecret).toBe(false);
  const { rows } = await fixture.account.db.pool.query(`select * from audit_event where action = 'institution.save'`);
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain('secret-of-linqu');
});

it('refuses a taken name or domain, an unknown id, and SAML without a domain', async () => {
  await payloadOf(save({ name: '英台大学', domain: 'yingtai.edu.cn' }));
  expect(await outcomeOf(save({ name: '英台大学', domain: '' }))).toBe('institution.nameTaken');
  expect(await outcomeOf(save({ name: '另一所', domain: 'yingtai.edu.cn' }))).toBe('institution.nameTaken');
  expect(await outcomeOf(save({ id: '0'.repeat(26), name: '另一所' }))).toBe('institution.notFound');
  expect(await outcomeOf(save({ name: '另一所', domain: '', protocol: 'carsi' }))).toBe('request.invalid');
});

it('the database accepts the protocols of the contract', async () => {
  const { rows } = await fixture.account.db.pool.query('select institution_protocols() as protocols');
  expect(rows).toEqual([{ protocols: contract.institutionProtocol.options }]);
});

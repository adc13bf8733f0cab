/** Tests of `unbindInstitution`: only for an account that can sign in another way. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { payloadOf } from '../account/testing/caller.ts';
import { createInstitutionFixture, type InstitutionFixture } from './testing/institution-fixture.ts';
import { unbindInstitution } from './unbind-institution.ts';

testAccess('unbindInstitution', 'every user');
testIdempotency('unbindInstitution', async ({ aUser, anInstitution }) => ({
  as: await aUser(),
  body: { institutionId: await anInstitution() },
}));

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

it('ends the link and the right, and refuses an account without another way to sign in', async () => {
  const institutionId = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  const caller = await fixture.signedInCaller('13900000923');
  await fixture.signInAt(institutionId, 'yan-hui', caller);
  const unbind = () => unbindInstitution(fixture.institutions, caller, { institutionId });
  await fixture.account.db.pool.query('update user_account set tel = null where id = $1', [caller.reader.userId]);
  expect(await outcomeOf(unbind())).toBe('account.phoneMissing');
  await fixture.account.db.pool.query(`update user_account set tel = '13900000923' where id = $1`, [caller.reader.userId]);
  expect((await payloadOf(unbind())).items).toEqual([]);
  expect((await payloadOf(unbind())).items).toEqual([]);
  expect(await fixture.signInAt(institutionId, 'yan-hui')).toMatchObject({ outcome: 'newcomer' });
});

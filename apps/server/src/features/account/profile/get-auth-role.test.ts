/** Tests of `getAuthRole`: the highest role of the caller, and the version of the terms they agreed to. */
import { TERMS_VERSION } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { type AccountFixture, createAccountFixture } from '../testing/account-fixture.ts';
import { getAuthRole } from './get-auth-role.ts';

testAccess('getAuthRole', 'every user');

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

it('returns the role and the version of the terms that the sign-in recorded, and an earlier one if that is what the user agreed to', async () => {
  const caller = await fixture.signedInCaller('13900000905');
  expect(await getAuthRole(fixture.account, caller, {})).toEqual({ role: 'reader', consentVersion: TERMS_VERSION });
  await fixture.account.db.pool.query('update user_account set consent_version = $2 where id = $1', [
    caller.reader.userId,
    TERMS_VERSION - 1,
  ]);
  expect(await getAuthRole(fixture.account, caller, {})).toMatchObject({ consentVersion: TERMS_VERSION - 1 });
});

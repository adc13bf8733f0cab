/** Tests of `cancelAccountClosure`: the user can withdraw the request until the account is erased. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { eraseDueAccounts } from '../erase-accounts.ts';
import { type AccountFixture, createAccountFixture } from '../testing/account-fixture.ts';
import { payloadOf } from '../testing/caller.ts';
import { cancelAccountClosure } from './cancel-account-closure.ts';
import { closeAccount } from './close-account.ts';

testAccess('cancelAccountClosure', 'every user');

testIdempotency('cancelAccountClosure', async ({ shop, aUser, query }) => {
  const as = await aUser();
  const closesAt = shop.platform.clock.now() + 86_400_000;
  await query("update user_account set status = 'closing', closes_at = $2 where id = $1", [as.id, closesAt]);
  return { as, body: {} };
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

it('leaves an account that is then not erased, and changes nothing for an account that is not being closed', async () => {
  const tel = '13900000910';
  const caller = await fixture.signedInCaller(tel);
  const code = await fixture.sendCode(tel, { type: 'binding' });
  const { closesAt } = await payloadOf(closeAccount(fixture.account, caller, { code }));
  expect((await payloadOf(cancelAccountClosure(fixture.account, caller, {}))).closesAt).toBeNull();
  expect((await payloadOf(cancelAccountClosure(fixture.account, caller, {}))).closesAt).toBeNull();
  fixture.clock.advance(closesAt - fixture.clock.now() + 1);
  expect(await eraseDueAccounts({ ...fixture.account, holders: [] })).toBe(0);
});

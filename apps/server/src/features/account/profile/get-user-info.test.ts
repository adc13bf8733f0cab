/** Tests of `getUserInfo`: the caller's own data, with a masked phone number. */
import { TERMS_VERSION } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { signedInCallerOf } from '../testing/caller.ts';
import { getUserInfo } from './get-user-info.ts';

testAccess('getUserInfo', 'every user');

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

it('shows a masked number and what is linked, and asks to sign in when the account no longer exists', async () => {
  const caller = await fixture.signedInCaller('13900000907');
  const { userId } = caller.reader;
  const insertLink = `insert into account_link (provider, subject, user_id, created_at) values ('wechat', 'subject', $1, 0)`;
  await fixture.account.db.pool.query(insertLink, [userId]);
  expect(await getUserInfo(fixture.account, caller, {})).toMatchObject({
    id: userId,
    nickname: '读者0907',
    tel: '139****0907',
    hasPassword: false,
    linkedProviders: ['wechat'],
    consentVersion: TERMS_VERSION,
    closesAt: null,
  });
  expect(await outcomeOf(getUserInfo(fixture.account, signedInCallerOf('nobody'), {}))).toBe('requestLogin');
});

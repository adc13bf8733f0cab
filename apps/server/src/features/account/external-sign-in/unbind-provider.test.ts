/** Tests of `unbindProvider`: a user can remove the link only while another way to sign in remains. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { getUserInfoById } from '../profile/user-info.ts';
import { outcomeOf } from '../testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { createWechatFixture, type WechatFixture } from '../testing/wechat-fixture.ts';
import { unbindProvider } from './unbind-provider.ts';

testAccess('unbindProvider', 'every user');

testIdempotency('unbindProvider', async ({ aUser, query }) => {
  const as = await aUser();
  await query("insert into account_link values ('wechat', $1, $1, 0)", [as.id]);
  return { as, body: { provider: 'wechat' } };
});

let fixture: WechatFixture;
beforeAll(async () => {
  fixture = await createWechatFixture();
});
afterAll(() => fixture?.drop());

describe('linking WeChat to an account', () => {
  it('links it to the signed-in user who began, can be repeated without effect, and can be undone', async () => {
    const userId = await fixture.idOf(await fixture.signInBySms('13900000210'));
    fixture.newWechatUser();
    expect(await fixture.finish(await fixture.agree(await fixture.begin(userId, '/user')), userId)).toEqual({
      outcome: 'bound',
      returnTo: '/user',
    });
    expect(await fixture.finish(await fixture.agree(await fixture.begin(userId)), userId)).toMatchObject({ outcome: 'bound' });
    expect((await getUserInfoById(fixture.account, userId)).linkedProviders).toEqual(['wechat']);
    expect((await payloadOf(unbindProvider(fixture.account, signedInCallerOf(userId), { provider: 'wechat' }))).linkedProviders).toEqual(
      [],
    );
    expect((await payloadOf(unbindProvider(fixture.account, signedInCallerOf(userId), { provider: 'wechat' }))).linkedProviders).toEqual(
      [],
    );
    expect(await fixture.finish(await fixture.agree(await fixture.begin()))).toMatchObject({ outcome: 'needsPhone' });
  });

  it('cannot be undone by a user without a number', async () => {
    const userId = await fixture.idOf(await fixture.signInBySms('13900000219'));
    await fixture.account.db.pool.query('update user_account set tel = null where id = $1', [userId]);
    expect(await outcomeOf(unbindProvider(fixture.account, signedInCallerOf(userId), { provider: 'wechat' }))).toBe('account.phoneMissing');
  });
});

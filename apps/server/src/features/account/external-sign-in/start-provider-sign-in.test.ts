import { SIGN_IN_RETURN_PATH, signInProvider } from '@shufang/contract';
import { WECHAT_AGENT } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { createWechatFixture, ORIGIN, type WechatFixture } from '../testing/wechat-fixture.ts';
import { finishProviderSignIn } from './finish-provider-sign-in.ts';
import { startProviderSignIn } from './start-provider-sign-in.ts';

testAccess('startProviderSignIn', 'everyone');
testIdempotency('startProviderSignIn', () => ({
  body: { provider: 'wechat', proofHash: 'x'.repeat(43), returnTo: '/' },
  code: 'account.providerOff',
}));

let fixture: WechatFixture;
beforeAll(async () => {
  fixture = await createWechatFixture();
});
afterAll(() => fixture?.drop());

describe('a WeChat sign-in attempt', () => {
  it('can be started a limited number of times a minute by one subnet, and is refused where WeChat is not configured', async () => {
    const input = { provider: 'wechat' as const, proofHash: 'x'.repeat(43), returnTo: '/' };
    const start = (account = fixture.account) =>
      outcomeOf(startProviderSignIn(account, callerOf({ appOrigin: ORIGIN, address: '198.51.100.50' }), input));
    const outcomes: string[] = [];
    for (let i = 0; i <= ACCOUNT_LIMITS.providerStartsPerIpPerMinute; i++) outcomes.push(await start());
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(ACCOUNT_LIMITS.providerStartsPerIpPerMinute);
    expect(outcomes.at(-1)).toBe('request.tooMany');
    const without = { ...fixture.account, providers: {} };
    expect(await start(without)).toBe('account.providerOff');
    const nothing = { provider: 'wechat' as const, code: 'a', state: 'b', proof: 'c'.repeat(22) };
    expect(await outcomeOf(finishProviderSignIn(without, callerOf(), nothing))).toBe('account.providerOff');
  });
});

describe('signing in inside WeChat', () => {
  it('requests consent of the public account and returns to the same URL, without a QR code', async () => {
    const input = { provider: 'wechat' as const, proofHash: 'x'.repeat(43), returnTo: '/' };
    const start = async (userAgent: string) =>
      await payloadOf(startProviderSignIn(fixture.account, callerOf({ appOrigin: ORIGIN, userAgent }), input));
    const begun = await start(WECHAT_AGENT);
    expect(begun.embedUrl).toBeUndefined();
    const { searchParams, hash } = new URL(begun.popupUrl);
    expect(Object.fromEntries(searchParams)).toEqual({
      appid: fixture.standIn.accountAppId,
      redirect_uri: ORIGIN + SIGN_IN_RETURN_PATH,
      response_type: 'code',
      scope: 'snsapi_userinfo',
      state: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(hash).toBe('#wechat_redirect');
    expect((await start('')).embedUrl).toContain('scope=snsapi_login');
  });
});

it('the database accepts the providers of the contract', async () => {
  const { rows } = await fixture.account.db.pool.query('select sign_in_providers() as providers');
  expect(rows).toEqual([{ providers: signInProvider.options }]);
});

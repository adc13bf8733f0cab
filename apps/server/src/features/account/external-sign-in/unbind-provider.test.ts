/** Tests of `unbindProvider`: a user can remove the link only while another way to sign in remains. */
import { createHash, randomBytes } from 'node:crypto';
import { type LoginResult, SIGN_IN_RETURN_PATH } from '@shufang/contract';
import { type FakeWechat, type FakeWechatUser, startFakeWechat } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWechatAccountApi, createWechatApi } from '../../../gateways/wechat/wechat-api.ts';
import { createWechatSignIn } from '../../../gateways/wechat/wechat-sign-in.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { getUserInfoById } from '../profile/user-info.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { finishProviderSignIn } from './finish-provider-sign-in.ts';
import { startProviderSignIn } from './start-provider-sign-in.ts';
import { unbindProvider } from './unbind-provider.ts';

testAccess('unbindProvider', 'every user');

testIdempotency('unbindProvider', async ({ aUser, query }) => {
  const as = await aUser();
  await query("insert into account_link values ('wechat', $1, $1, 0)", [as.id]);
  return { as, body: { provider: 'wechat' } };
});

const ORIGIN = 'http://localhost:9350';
const asUser = (userId: string | undefined, given: Parameters<typeof callerOf>[0] = {}) =>
  userId === undefined ? callerOf(given) : signedInCallerOf(userId, given);

let standIn: FakeWechat;
let fixture: AccountFixture;
beforeAll(async () => {
  standIn = await startFakeWechat({ returnOrigin: ORIGIN });
  const { accountAppId: appId, accountSecret: appSecret, accountAuthorizeUrl: authorizeUrl, apiUrl } = standIn;
  fixture = await createAccountFixture({
    providers: {
      wechat: createWechatSignIn({
        website: createWechatApi({ ...standIn, timeoutMs: 2_000 }),
        account: createWechatAccountApi({ appId, appSecret, authorizeUrl, apiUrl, timeoutMs: 2_000 }),
      }),
    },
  });
});
afterAll(async () => {
  await fixture.drop();
  await standIn.stop();
});

interface Begun {
  /** The random text that the browser stores as the proof of its sign-in attempt. */
  readonly proof: string;
  readonly popupUrl: string;
}
interface Returned {
  readonly code: string;
  readonly state: string;
  readonly proof: string;
}

const begin = async (userId?: string, returnTo = '/bookshelf', userAgent = ''): Promise<Begun> => {
  const proof = randomBytes(16).toString('base64url');
  const proofHash = createHash('sha256').update(proof).digest('base64url');
  const caller = { appOrigin: ORIGIN, address: '192.0.2.9', userAgent };
  const { popupUrl } = await payloadOf(
    startProviderSignIn(fixture.account, asUser(userId, caller), { provider: 'wechat', proofHash, returnTo }),
  );
  return { proof, popupUrl };
};
const agree = async ({ proof, popupUrl }: Begun): Promise<Returned> => {
  const back = await standIn.followLink(popupUrl, '同意');
  expect(back.origin + back.pathname).toBe(ORIGIN + SIGN_IN_RETURN_PATH);
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '', proof };
};
const finish = async (returned: Returned, userId?: string) =>
  await payloadOf(finishProviderSignIn(fixture.account, asUser(userId), { provider: 'wechat', ...returned }));

let users = 0;
/** A WeChat user who has no account on the platform. */
const newWechatUser = (): FakeWechatUser => {
  users += 1;
  const profile = { openid: `openid-${users}`, unionid: `unionid-${users}`, nickname: `微信读者${users}` };
  standIn.scanAs(profile);
  return profile;
};
const idOf = async ({ dpAuthToken }: LoginResult): Promise<string> => {
  const who = await fixture.authenticate(dpAuthToken);
  return who.kind === 'reader' ? who.reader.userId : '';
};

describe('linking WeChat to an account', () => {
  it('links it to the signed-in user who began, can be repeated without effect, and can be undone', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000210'));
    newWechatUser();
    expect(await finish(await agree(await begin(userId, '/user')), userId)).toEqual({ outcome: 'bound', returnTo: '/user' });
    expect(await finish(await agree(await begin(userId)), userId)).toMatchObject({ outcome: 'bound' });
    expect((await getUserInfoById(fixture.account, userId)).linkedProviders).toEqual(['wechat']);
    expect((await payloadOf(unbindProvider(fixture.account, signedInCallerOf(userId), { provider: 'wechat' }))).linkedProviders).toEqual(
      [],
    );
    expect((await payloadOf(unbindProvider(fixture.account, signedInCallerOf(userId), { provider: 'wechat' }))).linkedProviders).toEqual(
      [],
    );
    expect(await finish(await agree(await begin()))).toMatchObject({ outcome: 'needsPhone' });
  });

  it('cannot be undone by a user without a number', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000219'));
    await fixture.account.db.pool.query('update user_account set tel = null where id = $1', [userId]);
    expect(await outcomeOf(unbindProvider(fixture.account, signedInCallerOf(userId), { provider: 'wechat' }))).toBe('account.phoneMissing');
  });
});

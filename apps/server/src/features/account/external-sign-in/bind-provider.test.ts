/** Tests of `bindProvider`: links a WeChat user to the account of a phone number. */
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS, type LoginResult, SIGN_IN_RETURN_PATH, TERMS_VERSION } from '@shufang/contract';
import { type FakeWechat, type FakeWechatUser, startFakeWechat } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWechatAccountApi, createWechatApi } from '../../../gateways/wechat/wechat-api.ts';
import { createWechatSignIn } from '../../../gateways/wechat/wechat-sign-in.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { getUserInfoById } from '../profile/user-info.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { bindProvider } from './bind-provider.ts';
import { finishProviderSignIn } from './finish-provider-sign-in.ts';
import { startProviderSignIn } from './start-provider-sign-in.ts';

testAccess('bindProvider', 'everyone');

testIdempotency('bindProvider', async ({ wire }) => {
  const tel = wire.aTel();
  return { body: { provider: 'wechat', ticket: 't', tel, code: await wire.smsCode(tel, 'binding') }, code: 'account.providerFailed' };
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
const ticketOf = async (): Promise<string> => {
  const result = await finish(await agree(await begin()));
  if (result.outcome !== 'needsPhone') throw new Error(`unexpected: ${result.outcome}`);
  return result.ticket;
};
const bind = async (ticket: string, tel: string, code?: string): Promise<LoginResult> =>
  await payloadOf(
    bindProvider(fixture.account, callerOf(), {
      provider: 'wechat',
      ticket,
      tel,
      code: code ?? (await fixture.sendCode(tel, { type: 'binding' })),
    }),
  );
const idOf = async ({ dpAuthToken }: LoginResult): Promise<string> => {
  const who = await fixture.authenticate(dpAuthToken);
  return who.kind === 'reader' ? who.reader.userId : '';
};
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('signing in with WeChat', () => {
  it('links a WeChat user to the account of their number, with the nickname from WeChat', async () => {
    const tel = '13900000202';
    const userId = await idOf(await fixture.signInBySms(tel));
    newWechatUser();
    const login = await bind(await ticketOf(), tel);
    expect([login.registered, await idOf(login)]).toEqual([false, userId]);
    expect(await getUserInfoById(fixture.account, userId)).toMatchObject({ nickname: '读者0202', linkedProviders: ['wechat'] });
  });

  it('creates an account for a new number, with the consent that the sign-in panel asks for', async () => {
    newWechatUser();
    const login = await bind(await ticketOf(), '13900000203');
    const userId = await idOf(login);
    expect(login.registered).toBe(true);
    expect(await getUserInfoById(fixture.account, userId)).toMatchObject({ linkedProviders: ['wechat'], consentVersion: TERMS_VERSION });
    const { rows } = await fixture.account.db.pool.query('select version from user_consent where user_id = $1', [userId]);
    expect(rows).toEqual([{ version: TERMS_VERSION }]);
  });
});

describe('linking WeChat to an account', () => {
  it('links one of two accounts that link the same WeChat user concurrently, and one of two WeChat users to the same number', async () => {
    newWechatUser();
    const [one, two] = [await ticketOf(), await ticketOf()];
    const [first, second] = ['13900000216', '13900000217'];
    const codes = [await fixture.sendCode(first, { type: 'binding' }), await fixture.sendCode(second, { type: 'binding' })];
    const outcomes = await Promise.all([outcomeOf(bind(one, first, codes[0])), outcomeOf(bind(two, second, codes[1]))]);
    expect(outcomes.toSorted()).toEqual(['account.providerTaken', 'success']);
    // The call that failed created no account for its phone number.
    const { rows } = await fixture.account.db.pool.query('select count(*) as made from user_account where tel = any($1)', [
      [first, second],
    ]);
    expect(rows).toEqual([{ made: 1 }]);
  });

  it('requires the code of the number: after a wrong one the ticket stays valid, a used or expired ticket is refused', async () => {
    newWechatUser();
    const tel = '13900000218';
    const ticket = await ticketOf();
    const code = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(bind(ticket, tel, otherThan(code)))).toBe('account.smsCodeWrong');
    expect(await outcomeOf(bind(ticket, tel, code))).toBe('success');
    expect(await outcomeOf(bind(ticket, tel, code))).toBe('account.providerFailed');
    expect(await outcomeOf(bind(randomBytes(16).toString('base64url'), tel, code))).toBe('account.providerFailed');

    newWechatUser();
    const old = await ticketOf();
    fixture.clock.advance(LIMITS.authorizationLifetimeMs);
    const fresh = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(bind(old, tel, fresh))).toBe('account.providerFailed');
  });
});

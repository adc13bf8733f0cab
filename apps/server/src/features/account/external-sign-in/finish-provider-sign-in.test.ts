/** Tests of `finishProviderSignIn`: a sign-in attempt is valid once, in its browser, for ten minutes. */
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS, type LoginResult, SIGN_IN_RETURN_PATH } from '@shufang/contract';
import { type FakeWechat, type FakeWechatUser, startFakeWechat, WECHAT_AGENT } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWechatAccountApi, createWechatApi } from '../../../gateways/wechat/wechat-api.ts';
import { createWechatSignIn } from '../../../gateways/wechat/wechat-sign-in.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { forgetExpiredProofs } from '../forget-expired.ts';
import { getUserInfoById } from '../profile/user-info.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { bindProvider } from './bind-provider.ts';
import { finishProviderSignIn } from './finish-provider-sign-in.ts';
import { startProviderSignIn } from './start-provider-sign-in.ts';

testAccess('finishProviderSignIn', 'everyone');
testIdempotency('finishProviderSignIn', () => ({
  body: { provider: 'wechat', code: 'c', state: 's', proof: 'x'.repeat(22) },
  code: 'account.providerFailed',
}));

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

describe('signing in with WeChat', () => {
  it('asks a new user for a phone number once, and finds the account at the next sign-in', async () => {
    const { nickname } = newWechatUser();
    const first = await finish(await agree(await begin(undefined, '/course/info/b1?from=qr')));
    expect(first).toEqual({
      outcome: 'needsPhone',
      ticket: expect.stringMatching(/^[\w-]{22}$/),
      nickname,
      returnTo: '/course/info/b1?from=qr',
    });
    const tel = '13900000201';
    const login = await bind(first.outcome === 'needsPhone' ? first.ticket : '', tel);
    expect(login.registered).toBe(true);
    const userId = await idOf(login);
    expect(await getUserInfoById(fixture.account, userId)).toMatchObject({
      nickname,
      tel: '139****0201',
      linkedProviders: ['wechat'],
      hasPassword: false,
    });

    const again = await finish(await agree(await begin()));
    expect(again).toMatchObject({ outcome: 'signedIn', returnTo: '/bookshelf', login: { registered: false } });
    expect(await idOf((again as { login: LoginResult }).login)).toBe(userId);
  });

  it('is refused for a frozen user', async () => {
    newWechatUser();
    const userId = await idOf(await bind(await ticketOf(), '13900000203'));
    await fixture.account.db.pool.query(`update user_account set status = 'frozen' where id = $1`, [userId]);
    expect(await outcomeOf(finish(await agree(await begin())))).toBe('account.frozen');
  });

  it('returns to pages of this site only', async () => {
    newWechatUser();
    for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example'])
      expect(await finish(await agree(await begin(undefined, target)))).toMatchObject({ returnTo: '/' });
  });
});

describe('a WeChat sign-in attempt', () => {
  it('ends once: a state is used up by its first use, right or wrong, and one of several concurrent uses succeeds', async () => {
    newWechatUser();
    const returned = await agree(await begin());
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(finish(returned))));
    expect(outcomes.toSorted()).toEqual(['account.providerFailed', 'account.providerFailed', 'account.providerFailed', 'success']);
    expect(await outcomeOf(finish(returned))).toBe('account.providerFailed');
  });

  it('is refused with the proof of another browser, and cannot be continued', async () => {
    newWechatUser();
    const returned = await agree(await begin());
    const { proof: foreign } = await begin();
    expect(await outcomeOf(finish({ ...returned, proof: foreign }))).toBe('account.providerFailed');
    expect(await outcomeOf(finish(returned))).toBe('account.providerFailed');
  });

  it('is refused with an unknown state and with the state of another attempt', async () => {
    newWechatUser();
    const [mine, yours] = [await agree(await begin()), await agree(await begin())];
    expect(await outcomeOf(finish({ ...mine, state: randomBytes(16).toString('base64url') }))).toBe('account.providerFailed');
    expect(await outcomeOf(finish({ ...mine, state: yours.state }))).toBe('account.providerFailed');
    expect(await outcomeOf(finish(mine))).toBe('success');
  });

  it('is refused with a code that was used before or is invalid, also in a new attempt', async () => {
    newWechatUser();
    const used = await agree(await begin());
    await finish(used);
    const fresh = await agree(await begin());
    expect(await outcomeOf(finish({ ...fresh, code: used.code }))).toBe('account.providerFailed');
    expect(await outcomeOf(finish({ ...(await agree(await begin())), code: 'made-up' }))).toBe('account.providerFailed');
  });

  it('receives no code when the user declines', async () => {
    newWechatUser();
    const { proof, popupUrl } = await begin();
    const back = await standIn.followLink(popupUrl, '拒绝');
    expect(back.searchParams.has('code')).toBe(false);
    const state = back.searchParams.get('state') ?? '';
    expect(await outcomeOf(finish({ code: 'none', state, proof }))).toBe('account.providerFailed');
  });

  it('is valid for ten minutes and no longer', async () => {
    newWechatUser();
    const [quick, slow] = [await agree(await begin()), await agree(await begin())];
    fixture.clock.advance(LIMITS.authorizationLifetimeMs - 60_000);
    expect(await outcomeOf(finish(quick))).toBe('success');
    fixture.clock.advance(60_000);
    expect(await outcomeOf(finish(slow))).toBe('account.providerFailed');
  });

  it('fails with an error when WeChat is unavailable, and the next attempt succeeds', async () => {
    newWechatUser();
    for (const trouble of ['busy', 'broken', 'silent'] as const) {
      const returned = await agree(await begin());
      standIn.setFailure(trouble);
      expect(await outcomeOf(finish(returned))).toBe('unavailable');
      standIn.setFailure();
    }
    expect(await outcomeOf(finish(await agree(await begin())))).toBe('success');
  });

  it('leaves neither proof nor ticket readable in the database, and nothing after it expires', async () => {
    newWechatUser();
    const { proof } = await begin();
    const ticket = await ticketOf();
    const { pool } = fixture.account.db;
    const storedText = JSON.stringify([
      (await pool.query('select * from provider_sign_in_attempt')).rows,
      (await pool.query('select * from provider_ticket')).rows,
    ]);
    expect([storedText.includes(proof), storedText.includes(ticket)]).toEqual([false, false]);
    fixture.clock.advance(LIMITS.authorizationLifetimeMs + 1);
    await forgetExpiredProofs(fixture.account);
    const { rows } = await pool.query(
      'select (select count(*) from provider_sign_in_attempt) + (select count(*) from provider_ticket) as left_over',
    );
    expect(rows).toEqual([{ left_over: 0 }]);
  });
});

describe('signing in inside WeChat', () => {
  const inside = (userId?: string, returnTo?: string): Promise<Begun> => begin(userId, returnTo, WECHAT_AGENT);

  it('finds the account of a user who signed in by the QR code of the website, and the other way round, by the unionid', async () => {
    newWechatUser();
    const userId = await idOf(await bind(await ticketOf(), '13900000231'));
    const again = await finish(await agree(await inside(undefined, '/bookshelf')));
    expect(again).toMatchObject({ outcome: 'signedIn', returnTo: '/bookshelf' });
    expect(await idOf((again as { login: LoginResult }).login)).toBe(userId);

    newWechatUser();
    const first = await finish(await agree(await inside()));
    const login = await bind(first.outcome === 'needsPhone' ? first.ticket : '', '13900000232');
    expect(await idOf(login)).not.toBe(userId);
    expect(await finish(await agree(await begin()))).toMatchObject({ outcome: 'signedIn' });
  });

  it('refuses a code of the other application, and uses the state up', async () => {
    newWechatUser();
    const [website, account] = [await agree(await begin()), await agree(await inside())];
    expect(await outcomeOf(finish({ ...website, code: account.code }))).toBe('account.providerFailed');
    expect(await outcomeOf(finish({ ...account, code: website.code }))).toBe('account.providerFailed');
    expect(await outcomeOf(finish(account))).toBe('account.providerFailed');
    expect(await finish(await agree(await inside()))).toMatchObject({ outcome: 'needsPhone' });
  });

  it('refuses the virtual user that WeChat creates in preview mode', async () => {
    newWechatUser();
    standIn.setSnapshotUsers(true);
    const outcome = await outcomeOf(finish(await agree(await inside())));
    standIn.setSnapshotUsers(false);
    expect(outcome).toBe('account.providerFailed');
  });

  it('ends once, in the browser that began it, and returns to pages of this site only', async () => {
    newWechatUser();
    const returned = await agree(await inside(undefined, '//evil.example/'));
    expect(await finish(returned)).toMatchObject({ returnTo: '/' });
    expect(await outcomeOf(finish(returned))).toBe('account.providerFailed');
    const mine = await agree(await inside());
    expect(await outcomeOf(finish({ ...mine, proof: (await inside()).proof }))).toBe('account.providerFailed');
  });

  it('links WeChat to the signed-in user', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000233'));
    newWechatUser();
    expect(await finish(await agree(await inside(userId, '/user')), userId)).toEqual({ outcome: 'bound', returnTo: '/user' });
  });
});

describe('linking WeChat to an account', () => {
  it('is refused when another user finishes the attempt, and when the user has signed out', async () => {
    const [mine, yours] = [await idOf(await fixture.signInBySms('13900000211')), await idOf(await fixture.signInBySms('13900000212'))];
    newWechatUser();
    expect(await outcomeOf(finish(await agree(await begin(mine)), yours))).toBe('account.providerFailed');
    expect(await outcomeOf(finish(await agree(await begin(mine))))).toBe('requestLogin');
    for (const id of [mine, yours]) expect((await getUserInfoById(fixture.account, id)).linkedProviders).toEqual([]);
  });

  it('is refused when the WeChat user is linked to another account, or the account to another WeChat user', async () => {
    const profile = newWechatUser();
    const first = await idOf(await bind(await ticketOf(), '13900000213'));
    const second = await idOf(await fixture.signInBySms('13900000214'));
    expect(await outcomeOf(finish(await agree(await begin(second)), second))).toBe('account.providerTaken');

    const other = newWechatUser();
    expect(await outcomeOf(finish(await agree(await begin(first)), first))).toBe('account.providerTaken');
    const tel = '13900000213';
    const ticket = await ticketOf();
    const code = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(bind(ticket, tel, code))).toBe('account.providerTaken');
    // The refused call used up neither the sign-in ticket, which is now used with another number, nor the SMS code.
    expect(await outcomeOf(bind(ticket, '13900000215'))).toBe('success');
    standIn.scanAs(profile);
    expect(await idOf(((await finish(await agree(await begin()))) as { login: LoginResult }).login)).toBe(first);
    standIn.scanAs(other);
    expect(await idOf(((await finish(await agree(await begin()))) as { login: LoginResult }).login)).not.toBe(first);
  });
});

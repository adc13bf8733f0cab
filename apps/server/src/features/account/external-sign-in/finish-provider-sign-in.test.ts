/** Tests of `finishProviderSignIn`: a sign-in attempt is valid once, in its browser, for ten minutes. */
import { randomBytes } from 'node:crypto';
import { LIMITS, type LoginResult } from '@shufang/contract';
import { WECHAT_AGENT } from '@shufang/dev-env';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { forgetExpiredProofs } from '../forget-expired.ts';
import { getUserInfoById } from '../profile/user-info.ts';
import { outcomeOf } from '../testing/account-fixture.ts';
import { createWechatFixture, type WechatFixture } from '../testing/wechat-fixture.ts';

testAccess('finishProviderSignIn', 'everyone');
testIdempotency('finishProviderSignIn', () => ({
  body: { provider: 'wechat', code: 'c', state: 's', proof: 'x'.repeat(22) },
  code: 'account.providerFailed',
}));

let fixture: WechatFixture;
beforeAll(async () => {
  fixture = await createWechatFixture();
});
afterAll(() => fixture?.drop());

describe('signing in with WeChat', () => {
  it('asks a new user for a phone number once, and finds the account at the next sign-in', async () => {
    const { nickname } = fixture.newWechatUser();
    const first = await fixture.finish(await fixture.agree(await fixture.begin(undefined, '/course/info/b1?from=qr')));
    expect(first).toEqual({
      outcome: 'needsPhone',
      ticket: expect.stringMatching(/^[\w-]{22}$/),
      nickname,
      returnTo: '/course/info/b1?from=qr',
    });
    const tel = '13900000201';
    const login = await fixture.bind(first.outcome === 'needsPhone' ? first.ticket : '', tel);
    expect(login.registered).toBe(true);
    const userId = await fixture.idOf(login);
    expect(await getUserInfoById(fixture.account, userId)).toMatchObject({
      nickname,
      tel: '139****0201',
      linkedProviders: ['wechat'],
      hasPassword: false,
    });

    const again = await fixture.finish(await fixture.agree(await fixture.begin()));
    expect(again).toMatchObject({ outcome: 'signedIn', returnTo: '/bookshelf', login: { registered: false } });
    expect(await fixture.idOf((again as { login: LoginResult }).login)).toBe(userId);
  });

  it('is refused for a frozen user', async () => {
    fixture.newWechatUser();
    const userId = await fixture.idOf(await fixture.bind(await fixture.ticketOf(), '13900000203'));
    await fixture.account.db.pool.query(`update user_account set status = 'frozen' where id = $1`, [userId]);
    expect(await outcomeOf(fixture.finish(await fixture.agree(await fixture.begin())))).toBe('account.frozen');
  });

  it('returns to pages of this site only', async () => {
    fixture.newWechatUser();
    for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example'])
      expect(await fixture.finish(await fixture.agree(await fixture.begin(undefined, target)))).toMatchObject({ returnTo: '/' });
  });
});

describe('a WeChat sign-in attempt', () => {
  it('ends once: a state is used up by its first use, right or wrong, and one of several concurrent uses succeeds', async () => {
    fixture.newWechatUser();
    const returned = await fixture.agree(await fixture.begin());
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(fixture.finish(returned))));
    expect(outcomes.toSorted()).toEqual(['account.providerFailed', 'account.providerFailed', 'account.providerFailed', 'success']);
    expect(await outcomeOf(fixture.finish(returned))).toBe('account.providerFailed');
  });

  it('is refused with the proof of another browser, and cannot be continued', async () => {
    fixture.newWechatUser();
    const returned = await fixture.agree(await fixture.begin());
    const { proof: foreign } = await fixture.begin();
    expect(await outcomeOf(fixture.finish({ ...returned, proof: foreign }))).toBe('account.providerFailed');
    expect(await outcomeOf(fixture.finish(returned))).toBe('account.providerFailed');
  });

  it('is refused with an unknown state and with the state of another attempt', async () => {
    fixture.newWechatUser();
    const [mine, yours] = [await fixture.agree(await fixture.begin()), await fixture.agree(await fixture.begin())];
    expect(await outcomeOf(fixture.finish({ ...mine, state: randomBytes(16).toString('base64url') }))).toBe('account.providerFailed');
    expect(await outcomeOf(fixture.finish({ ...mine, state: yours.state }))).toBe('account.providerFailed');
    expect(await outcomeOf(fixture.finish(mine))).toBe('success');
  });

  it('is refused with a code that was used before or is invalid, also in a new attempt', async () => {
    fixture.newWechatUser();
    const used = await fixture.agree(await fixture.begin());
    await fixture.finish(used);
    const fresh = await fixture.agree(await fixture.begin());
    expect(await outcomeOf(fixture.finish({ ...fresh, code: used.code }))).toBe('account.providerFailed');
    expect(await outcomeOf(fixture.finish({ ...(await fixture.agree(await fixture.begin())), code: 'made-up' }))).toBe(
      'account.providerFailed',
    );
  });

  it('receives no code when the user declines', async () => {
    fixture.newWechatUser();
    const { proof, popupUrl } = await fixture.begin();
    const back = await fixture.standIn.followLink(popupUrl, '拒绝');
    expect(back.searchParams.has('code')).toBe(false);
    const state = back.searchParams.get('state') ?? '';
    expect(await outcomeOf(fixture.finish({ code: 'none', state, proof }))).toBe('account.providerFailed');
  });

  it('is valid for ten minutes and no longer', async () => {
    fixture.newWechatUser();
    const [quick, slow] = [await fixture.agree(await fixture.begin()), await fixture.agree(await fixture.begin())];
    fixture.clock.advance(LIMITS.authorizationLifetimeMs - 60_000);
    expect(await outcomeOf(fixture.finish(quick))).toBe('success');
    fixture.clock.advance(60_000);
    expect(await outcomeOf(fixture.finish(slow))).toBe('account.providerFailed');
  });

  it('fails with an error when WeChat is unavailable, and the next attempt succeeds', async () => {
    fixture.newWechatUser();
    for (const trouble of ['busy', 'broken', 'silent'] as const) {
      const returned = await fixture.agree(await fixture.begin());
      fixture.standIn.setFailure(trouble);
      expect(await outcomeOf(fixture.finish(returned))).toBe('unavailable');
      fixture.standIn.setFailure();
    }
    expect(await outcomeOf(fixture.finish(await fixture.agree(await fixture.begin())))).toBe('success');
  });

  it('leaves neither proof nor ticket readable in the database, and nothing after it expires', async () => {
    fixture.newWechatUser();
    const { proof } = await fixture.begin();
    const ticket = await fixture.ticketOf();
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
  const inside = (userId?: string, returnTo?: string): ReturnType<WechatFixture['begin']> => fixture.begin(userId, returnTo, WECHAT_AGENT);

  it('finds the account of a user who signed in by the QR code of the website, and the other way round, by the unionid', async () => {
    fixture.newWechatUser();
    const userId = await fixture.idOf(await fixture.bind(await fixture.ticketOf(), '13900000231'));
    const again = await fixture.finish(await fixture.agree(await inside(undefined, '/bookshelf')));
    expect(again).toMatchObject({ outcome: 'signedIn', returnTo: '/bookshelf' });
    expect(await fixture.idOf((again as { login: LoginResult }).login)).toBe(userId);

    fixture.newWechatUser();
    const first = await fixture.finish(await fixture.agree(await inside()));
    const login = await fixture.bind(first.outcome === 'needsPhone' ? first.ticket : '', '13900000232');
    expect(await fixture.idOf(login)).not.toBe(userId);
    expect(await fixture.finish(await fixture.agree(await fixture.begin()))).toMatchObject({ outcome: 'signedIn' });
  });

  it('refuses a code of the other application, and uses the state up', async () => {
    fixture.newWechatUser();
    const [website, account] = [await fixture.agree(await fixture.begin()), await fixture.agree(await inside())];
    expect(await outcomeOf(fixture.finish({ ...website, code: account.code }))).toBe('account.providerFailed');
    expect(await outcomeOf(fixture.finish({ ...account, code: website.code }))).toBe('account.providerFailed');
    expect(await outcomeOf(fixture.finish(account))).toBe('account.providerFailed');
    expect(await fixture.finish(await fixture.agree(await inside()))).toMatchObject({ outcome: 'needsPhone' });
  });

  it('refuses the virtual user that WeChat creates in preview mode', async () => {
    fixture.newWechatUser();
    fixture.standIn.setSnapshotUsers(true);
    const outcome = await outcomeOf(fixture.finish(await fixture.agree(await inside())));
    fixture.standIn.setSnapshotUsers(false);
    expect(outcome).toBe('account.providerFailed');
  });

  it('ends once, in the browser that began it, and returns to pages of this site only', async () => {
    fixture.newWechatUser();
    const returned = await fixture.agree(await inside(undefined, '//evil.example/'));
    expect(await fixture.finish(returned)).toMatchObject({ returnTo: '/' });
    expect(await outcomeOf(fixture.finish(returned))).toBe('account.providerFailed');
    const mine = await fixture.agree(await inside());
    expect(await outcomeOf(fixture.finish({ ...mine, proof: (await inside()).proof }))).toBe('account.providerFailed');
  });

  it('links WeChat to the signed-in user', async () => {
    const userId = await fixture.idOf(await fixture.signInBySms('13900000233'));
    fixture.newWechatUser();
    expect(await fixture.finish(await fixture.agree(await inside(userId, '/user')), userId)).toEqual({
      outcome: 'bound',
      returnTo: '/user',
    });
  });
});

describe('linking WeChat to an account', () => {
  it('is refused when another user finishes the attempt, and when the user has signed out', async () => {
    const [mine, yours] = [
      await fixture.idOf(await fixture.signInBySms('13900000211')),
      await fixture.idOf(await fixture.signInBySms('13900000212')),
    ];
    fixture.newWechatUser();
    expect(await outcomeOf(fixture.finish(await fixture.agree(await fixture.begin(mine)), yours))).toBe('account.providerFailed');
    expect(await outcomeOf(fixture.finish(await fixture.agree(await fixture.begin(mine))))).toBe('requestLogin');
    for (const id of [mine, yours]) expect((await getUserInfoById(fixture.account, id)).linkedProviders).toEqual([]);
  });

  it('is refused when the WeChat user is linked to another account, or the account to another WeChat user', async () => {
    const profile = fixture.newWechatUser();
    const first = await fixture.idOf(await fixture.bind(await fixture.ticketOf(), '13900000213'));
    const second = await fixture.idOf(await fixture.signInBySms('13900000214'));
    expect(await outcomeOf(fixture.finish(await fixture.agree(await fixture.begin(second)), second))).toBe('account.providerTaken');

    const other = fixture.newWechatUser();
    expect(await outcomeOf(fixture.finish(await fixture.agree(await fixture.begin(first)), first))).toBe('account.providerTaken');
    const tel = '13900000213';
    const ticket = await fixture.ticketOf();
    const code = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(fixture.bind(ticket, tel, code))).toBe('account.providerTaken');
    // The refused call used up neither the sign-in ticket, which is now used with another number, nor the SMS code.
    expect(await outcomeOf(fixture.bind(ticket, '13900000215'))).toBe('success');
    fixture.standIn.scanAs(profile);
    expect(await fixture.idOf(((await fixture.finish(await fixture.agree(await fixture.begin()))) as { login: LoginResult }).login)).toBe(
      first,
    );
    fixture.standIn.scanAs(other);
    expect(
      await fixture.idOf(((await fixture.finish(await fixture.agree(await fixture.begin()))) as { login: LoginResult }).login),
    ).not.toBe(first);
  });
});

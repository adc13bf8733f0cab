/** Tests of `bindProvider`: links a WeChat user to the account of a phone number. */
import { randomBytes } from 'node:crypto';
import { LIMITS, TERMS_VERSION } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { getUserInfoById } from '../profile/user-info.ts';
import { outcomeOf } from '../testing/account-fixture.ts';
import { createWechatFixture, type WechatFixture } from '../testing/wechat-fixture.ts';

testAccess('bindProvider', 'everyone');

testIdempotency('bindProvider', async ({ wire }) => {
  const tel = wire.aTel();
  return { body: { provider: 'wechat', ticket: 't', tel, code: await wire.smsCode(tel, 'binding') }, code: 'account.providerFailed' };
});

let fixture: WechatFixture;
beforeAll(async () => {
  fixture = await createWechatFixture();
});
afterAll(() => fixture?.drop());

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('signing in with WeChat', () => {
  it('links a WeChat user to the account of their number, with the nickname from WeChat', async () => {
    const tel = '13900000202';
    const userId = await fixture.idOf(await fixture.signInBySms(tel));
    fixture.newWechatUser();
    const login = await fixture.bind(await fixture.ticketOf(), tel);
    expect([login.registered, await fixture.idOf(login)]).toEqual([false, userId]);
    expect(await getUserInfoById(fixture.account, userId)).toMatchObject({ nickname: '读者0202', linkedProviders: ['wechat'] });
  });

  it('creates an account for a new number, with the consent that the sign-in panel asks for', async () => {
    fixture.newWechatUser();
    const login = await fixture.bind(await fixture.ticketOf(), '13900000203');
    const userId = await fixture.idOf(login);
    expect(login.registered).toBe(true);
    expect(await getUserInfoById(fixture.account, userId)).toMatchObject({ linkedProviders: ['wechat'], consentVersion: TERMS_VERSION });
    const { rows } = await fixture.account.db.pool.query('select version from user_consent where user_id = $1', [userId]);
    expect(rows).toEqual([{ version: TERMS_VERSION }]);
  });
});

describe('linking WeChat to an account', () => {
  it('links one of two accounts that link the same WeChat user concurrently, and one of two WeChat users to the same number', async () => {
    fixture.newWechatUser();
    const [one, two] = [await fixture.ticketOf(), await fixture.ticketOf()];
    const [first, second] = ['13900000216', '13900000217'];
    const codes = [await fixture.sendCode(first, { type: 'binding' }), await fixture.sendCode(second, { type: 'binding' })];
    const outcomes = await Promise.all([outcomeOf(fixture.bind(one, first, codes[0])), outcomeOf(fixture.bind(two, second, codes[1]))]);
    expect(outcomes.toSorted()).toEqual(['account.providerTaken', 'success']);
    // The call that failed created no account for its phone number.
    const { rows } = await fixture.account.db.pool.query('select count(*) as made from user_account where tel = any($1)', [
      [first, second],
    ]);
    expect(rows).toEqual([{ made: 1 }]);
  });

  it('requires the code of the number: after a wrong one the ticket stays valid, a used or expired ticket is refused', async () => {
    fixture.newWechatUser();
    const tel = '13900000218';
    const ticket = await fixture.ticketOf();
    const code = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(fixture.bind(ticket, tel, otherThan(code)))).toBe('account.smsCodeWrong');
    expect(await outcomeOf(fixture.bind(ticket, tel, code))).toBe('success');
    expect(await outcomeOf(fixture.bind(ticket, tel, code))).toBe('account.providerFailed');
    expect(await outcomeOf(fixture.bind(randomBytes(16).toString('base64url'), tel, code))).toBe('account.providerFailed');

    fixture.newWechatUser();
    const old = await fixture.ticketOf();
    fixture.clock.advance(LIMITS.authorizationLifetimeMs);
    const fresh = await fixture.sendCode(tel, { type: 'binding' });
    expect(await outcomeOf(fixture.bind(old, tel, fresh))).toBe('account.providerFailed');
  });
});

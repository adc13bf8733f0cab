/** Tests of `signInWithSmsCode`: creates the account of a new number. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { signInWithSmsCode } from './sign-in-with-sms-code.ts';

testAccess('signInWithSmsCode', 'everyone');

testIdempotency('signInWithSmsCode', async ({ wire }) => {
  const tel = wire.aTel();
  return { body: { tel, code: await wire.smsCode(tel, 'login') } };
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const here = { deviceCode: 'web', deviceId: undefined, userAgent: '', address: '192.0.2.9' } as const;

describe('sign-in with an SMS code', () => {
  it('creates the account the first time and finds it the second time', async () => {
    const first = await fixture.signInBySms('13900000001');
    const second = await fixture.signInBySms('13900000001');
    expect([first.registered, second.registered]).toEqual([true, false]);
    const who = await fixture.authenticate(second.dpAuthToken);
    expect(who).toMatchObject({ kind: 'reader', reader: { roles: ['reader'] } });
  });

  it('returns an error for a new number without consent to sign up, and the code stays valid', async () => {
    const tel = '13900000002';
    const code = await fixture.sendCode(tel);
    expect(await outcomeOf(signInWithSmsCode(fixture.account, callerOf(here), { tel, code, autoRegister: false }))).toBe(
      'account.notRegistered',
    );
    const signedIn = await payloadOf(signInWithSmsCode(fixture.account, callerOf(here), { tel, code, autoRegister: true }));
    expect(signedIn.registered).toBe(true);
  });

  it('accepts one of two parallel uses of a code', async () => {
    const tel = '13900000003';
    const code = await fixture.sendCode(tel);
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => outcomeOf(signInWithSmsCode(fixture.account, callerOf(here), { tel, code, autoRegister: true }))),
    );
    expect(outcomes.toSorted()).toEqual(['account.smsCodeWrong', 'account.smsCodeWrong', 'account.smsCodeWrong', 'success']);
  });
});

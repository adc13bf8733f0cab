/** Tests of `signUp`: an account with a password for the holder of a number. */
import { LIMITS, type LoginResult, type SmsType, TERMS_VERSION } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { createUser } from '../create-users.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { getUserInfoById } from '../profile/user-info.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { signUp } from './sign-up.ts';

testAccess('signUp', 'everyone');

testIdempotency('signUp', async ({ wire }) => {
  const tel = wire.aTel();
  return { body: { tel, smsCode: await wire.smsCode(tel, 'binding'), password: await wire.encrypted('Zhe-shi-mima-2026') } };
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());
const GOOD = 'yuedu-haoshu-88';
const BETTER = 'yuedu-haoshu-99';
let addresses = 0;
/** Returns another client IP at each call, so that no test uses up the limits of another test. */
const nextAddress = (): string => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const here = () => ({ deviceCode: 'web', deviceId: undefined, userAgent: '', address: nextAddress() }) as const;
const sealed = async (password: string): Promise<string> => encryptPassword(await fixture.account.transport.issueKey(), password);
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const codeFor = (tel: string, type: SmsType = 'binding'): Promise<string> => fixture.sendCode(tel, { type, address: nextAddress() });
const idOf = async ({ dpAuthToken }: LoginResult): Promise<string> => {
  const who = await fixture.authenticate(dpAuthToken);
  return who.kind === 'reader' ? who.reader.userId : '';
};
const signInWith = (tel: string, password: string): Promise<string> =>
  outcomeOf(fixture.signInByPassword(tel, password, { address: nextAddress() }));

const join = async (tel: string, smsCode: string, password = GOOD): Promise<LoginResult> =>
  payloadOf(signUp(fixture.account, callerOf(here()), { tel, smsCode, password: await sealed(password) }));
const createUserWith = async (tel: string): Promise<string> =>
  (await createUser(fixture.account, { tel, password: GOOD, role: 'reader' })).id;

describe('signing up', () => {
  it('creates an account, signs in, and records the accepted terms', async () => {
    const tel = '13900000101';
    const login = await join(tel, await codeFor(tel));
    expect(login.registered).toBe(true);
    const userId = await idOf(login);
    expect(await getUserInfoById(fixture.account, userId)).toMatchObject({
      tel: '139****0101',
      hasPassword: true,
      consentVersion: TERMS_VERSION,
    });
    const { rows } = await fixture.account.db.pool.query('select version, network from user_consent where user_id = $1', [userId]);
    expect(rows).toEqual([{ version: TERMS_VERSION, network: `203.0.113.${addresses}` }]);
    expect(await signInWith(tel, GOOD)).toBe('success');
  });

  it('reports that the number is taken to its holder only', async () => {
    const tel = '13900000102';
    await createUserWith(tel);
    expect(await outcomeOf(join(tel, '000000'))).toBe('account.smsCodeWrong');
    const code = await codeFor(tel);
    expect(await outcomeOf(join(tel, otherThan(code)))).toBe('account.smsCodeWrong');
    expect(await outcomeOf(join(tel, code, BETTER))).toBe('account.phoneTaken');
    expect(await signInWith(tel, GOOD)).toBe('success');
  });

  it('leaves a correct code valid while the user has to choose another password', async () => {
    const tel = '13900000103';
    const code = await codeFor(tel);
    for (let i = 0; i <= ACCOUNT_LIMITS.smsCodeTries; i++)
      expect(await outcomeOf(join(tel, code, '12345678'))).toBe('account.passwordWeak');
    const used = await sealed(GOOD);
    await fixture.account.transport.open(used);
    expect(await outcomeOf(signUp(fixture.account, callerOf(here()), { tel, smsCode: code, password: used }))).toBe(
      'account.passwordTransport',
    );
    expect(await outcomeOf(join(tel, code))).toBe('success');
    expect(await outcomeOf(join(tel, code))).toBe('account.smsCodeWrong');
  });

  it('accepts a code of its own purpose only, with five tries and no more', async () => {
    const tel = '13900000104';
    expect(await outcomeOf(join(tel, await codeFor(tel, 'login')))).toBe('account.smsCodeWrong');
    fixture.clock.advance(LIMITS.smsResendMs);
    const code = await codeFor(tel);
    for (let i = 0; i < ACCOUNT_LIMITS.smsCodeTries; i++) expect(await outcomeOf(join(tel, otherThan(code)))).toBe('account.smsCodeWrong');
    expect(await outcomeOf(join(tel, code))).toBe('account.smsCodeWrong');
  });

  it('creates one account for several concurrent requests', async () => {
    const tel = '13900000105';
    const code = await codeFor(tel);
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(join(tel, code))));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    expect(outcomes.filter((outcome) => ['account.smsCodeWrong', 'account.phoneTaken'].includes(outcome))).toHaveLength(2);
  });
});

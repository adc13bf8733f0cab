import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unavailableSms } from '../../../gateways/sms/unavailable-sms.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { createUser } from '../create-users.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { signInWithPassword } from '../sign-in/sign-in-with-password.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { changePasswordBySms } from './change-password-by-sms.ts';
import { sendResetCode } from './send-reset-code.ts';

testAccess('changePasswordBySms', 'everyone');

testIdempotency('changePasswordBySms', async ({ wire, aUser }) => {
  const { tel } = await aUser();
  return { body: { tel, code: await wire.smsCode(tel, 'resetPassword'), password: await wire.encrypted('Zhe-shi-mima-2026') } };
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
const signInWith = (tel: string, password: string): Promise<string> =>
  outcomeOf(fixture.signInByPassword(tel, password, { address: nextAddress() }));
const createUserWith = async (tel: string): Promise<string> =>
  (await createUser(fixture.account, { tel, password: GOOD, role: 'reader' })).id;

const askForReset = async (tel: string): Promise<string> => {
  const before = fixture.sent.length;
  await payloadOf(
    sendResetCode(fixture.account, callerOf({ address: nextAddress(), deviceId: undefined }), { tel, type: 'resetPassword' }),
  );
  await vi.waitFor(() => expect(fixture.sent.length).toBe(before + 1), { timeout: 10_000 });
  return fixture.sent.at(-1)?.code ?? '';
};
const reset = async (tel: string, code: string, password: string): Promise<string> =>
  outcomeOf(changePasswordBySms(fixture.account, callerOf({ address: nextAddress() }), { tel, code, password: await sealed(password) }));

describe('resetting a forgotten password', () => {
  it('replaces the password of a user who holds the number, and ends every session', async () => {
    const tel = '13900000110';
    await createUserWith(tel);
    const before = [await fixture.signInBySms(tel, 'web'), await fixture.signInBySms(tel, 'pc')];
    fixture.clock.advance(LIMITS.smsResendMs);
    expect(await reset(tel, await askForReset(tel), BETTER)).toBe('success');
    for (const [index, { dpAuthToken }] of before.entries())
      expect(await fixture.authenticate(dpAuthToken, index === 0 ? 'web' : 'pc')).toEqual({ kind: 'refused', code: 'requestLogin' });
    expect(await signInWith(tel, GOOD)).toBe('account.credentialsWrong');
    expect(await signInWith(tel, BETTER)).toBe('success');
  });

  it('rejects the old password, also for a sign-in that has just verified it', async () => {
    const tel = '13900000205';
    await createUserWith(tel);
    const code = await askForReset(tel);
    const { hasher } = fixture.account;
    const slow: typeof hasher = {
      ...hasher,
      verify: async (hash, password) => {
        const right = await hasher.verify(hash, password);
        expect(await reset(tel, code, BETTER)).toBe('success');
        return right;
      },
    };
    const attempt = { tel, password: await sealed(GOOD), ...(await fixture.solvedCaptcha()) };
    expect(await outcomeOf(signInWithPassword({ ...fixture.account, hasher: slow }, callerOf(here()), attempt))).toBe(
      'account.credentialsWrong',
    );
    expect(await signInWith(tel, BETTER)).toBe('success');
  });

  it('sets the first password of a user who signed in by SMS only', async () => {
    const tel = '13900000111';
    await fixture.signInBySms(tel);
    fixture.clock.advance(LIMITS.smsResendMs);
    expect(await reset(tel, await askForReset(tel), GOOD)).toBe('success');
    expect(await signInWith(tel, GOOD)).toBe('success');
  });

  it('leaves the sessions and the code valid when the new password is rejected', async () => {
    const tel = '13900000112';
    await createUserWith(tel);
    const { dpAuthToken } = await fixture.signInBySms(tel);
    fixture.clock.advance(LIMITS.smsResendMs);
    const code = await askForReset(tel);
    for (let i = 0; i <= ACCOUNT_LIMITS.smsCodeTries; i++) expect(await reset(tel, code, tel)).toBe('account.passwordWeak');
    expect((await fixture.authenticate(dpAuthToken)).kind).toBe('reader');
    expect(await reset(tel, code, BETTER)).toBe('success');
    expect(await reset(tel, code, GOOD)).toBe('account.smsCodeWrong');
  });

  it('is refused for a frozen user, and unavailable where no supplier is configured', async () => {
    const tel = '13900000115';
    const id = await createUserWith(tel);
    await fixture.account.db.pool.query(`update user_account set status = 'frozen' where id = $1`, [id]);
    expect(await reset(tel, await askForReset(tel), BETTER)).toBe('account.frozen');
    const without = { ...fixture.account, sms: unavailableSms };
    for (const number of [tel, '13900000116'])
      expect(
        await outcomeOf(
          sendResetCode(without, callerOf({ address: nextAddress(), deviceId: undefined }), { tel: number, type: 'resetPassword' }),
        ),
      ).toBe('account.smsUnavailable');
  });
});

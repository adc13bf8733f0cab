import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { createUser } from '../create-users.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { changePasswordBySms } from './change-password-by-sms.ts';
import { sendResetCode } from './send-reset-code.ts';

testAccess('sendResetCode', 'everyone');
testIdempotency('sendResetCode', async ({ aUser }) => ({ body: { tel: (await aUser()).tel, type: 'resetPassword' } }), {
  sendsLater: true,
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

/** Maximum number of messages with a password-reset code that unknown devices may request for one phone number in a day. */
const FROM_UNKNOWN = ACCOUNT_LIMITS.smsResetPerNumberPerDay - ACCOUNT_LIMITS.smsResetReservedPerDay;
const GOOD = 'yuedu-haoshu-88';
const BETTER = 'yuedu-haoshu-99';
let addresses = 0;
/** Returns another client IP at each call, so that no test uses up the limits of another test. */
const nextAddress = (): string => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const sealed = async (password: string): Promise<string> => encryptPassword(await fixture.account.transport.issueKey(), password);
const createUserWith = async (tel: string): Promise<string> =>
  (await createUser(fixture.account, { tel, password: GOOD, role: 'reader' })).id;
const reset = async (tel: string, code: string, password: string): Promise<string> =>
  outcomeOf(changePasswordBySms(fixture.account, callerOf({ address: nextAddress() }), { tel, code, password: await sealed(password) }));

describe('resetting a forgotten password', () => {
  it('responds alike for a number with and without an account: same message, same limits, same tries, and no SMS is sent', async () => {
    const [known, unknown] = ['13900000113', '13900000114'];
    await createUserWith(known);
    const published: unknown[][] = [];
    for (const tel of [known, unknown]) {
      const [before, address] = [fixture.sent.length, nextAddress()];
      const ask = () =>
        payloadOf(sendResetCode(fixture.account, callerOf({ address, deviceId: undefined }), { tel, type: 'resetPassword' }));
      const words: unknown[] = [Object.keys(await ask()), await outcomeOf(ask())];
      for (let i = 0; i <= ACCOUNT_LIMITS.smsCodeTries; i++) words.push(await reset(tel, 'abcdef', BETTER));
      for (let i = 1; i < FROM_UNKNOWN; i++) {
        fixture.clock.advance(LIMITS.smsResendMs);
        words.push(await outcomeOf(ask()));
      }
      fixture.clock.advance(LIMITS.smsResendMs);
      words.push(await outcomeOf(ask()));
      published.push(words);
      const sent = tel === known ? FROM_UNKNOWN : 0;
      await vi.waitFor(() => expect(fixture.sent.length).toBe(before + sent), { timeout: 10_000 });
    }
    expect(published[1]).toEqual(published[0]);
    expect(published[0]?.slice(0, 3)).toEqual([['resendAt'], 'account.smsTooSoon', 'account.smsCodeWrong']);
    expect(published[0]?.at(-1)).toBe('account.smsBudget');
    expect(fixture.sent.filter(({ tel }) => tel === unknown)).toEqual([]);
  });
});

import { type LoginResult } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { sendCodeToMe } from './send-code-to-me.ts';

testAccess('sendCodeToMe', 'every user');
testIdempotency('sendCodeToMe', async ({ wire, aUser }) => ({ as: await aUser(), body: await wire.solvedCaptcha() }));

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());
let addresses = 0;
/** Returns another client IP at each call, so that no test uses up the limits of another test. */
const nextAddress = (): string => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const idOf = async ({ dpAuthToken }: LoginResult): Promise<string> => {
  const who = await fixture.authenticate(dpAuthToken);
  return who.kind === 'reader' ? who.reader.userId : '';
};

describe('a new phone number', () => {
  const ask = async (userId: string): Promise<string> => {
    const captcha = await fixture.solvedCaptcha();
    await payloadOf(sendCodeToMe(fixture.account, signedInCallerOf(userId, { address: nextAddress(), deviceId: undefined }), captcha));
    return fixture.sent.at(-1)?.code ?? '';
  };

  it('requires a code to the old number, which an account without a number cannot request', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000134'));
    await fixture.account.db.pool.query('update user_account set tel = null where id = $1', [userId]);
    expect(await outcomeOf(ask(userId))).toBe('account.phoneMissing');
  });
});

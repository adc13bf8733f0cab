import { LIMITS, type LoginResult, type SmsType } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { createUser } from '../create-users.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { changePhone } from './change-phone.ts';
import { sendCodeToMe } from './send-code-to-me.ts';
import { getUserInfoById } from './user-info.ts';

testAccess('changePhone', 'every user');

testIdempotency('changePhone', async ({ wire, aUser, ownCode }) => {
  const [as, tel] = [await aUser(), wire.aTel()];
  return { as, body: { oldCode: await ownCode(as), tel, code: await wire.smsCode(tel, 'binding') } };
});

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());
const GOOD = 'yuedu-haoshu-88';
let addresses = 0;
/** Returns another client IP at each call, so that no test uses up the limits of another test. */
const nextAddress = (): string => {
  addresses += 1;
  return `203.0.113.${addresses}`;
};
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const codeFor = (tel: string, type: SmsType = 'binding'): Promise<string> => fixture.sendCode(tel, { type, address: nextAddress() });
const idOf = async ({ dpAuthToken }: LoginResult): Promise<string> => {
  const who = await fixture.authenticate(dpAuthToken);
  return who.kind === 'reader' ? who.reader.userId : '';
};
const createUserWith = async (tel: string): Promise<string> =>
  (await createUser(fixture.account, { tel, password: GOOD, role: 'reader' })).id;

describe('a new phone number', () => {
  const ask = async (userId: string): Promise<string> => {
    const captcha = await fixture.solvedCaptcha();
    await payloadOf(sendCodeToMe(fixture.account, signedInCallerOf(userId, { address: nextAddress(), deviceId: undefined }), captcha));
    return fixture.sent.at(-1)?.code ?? '';
  };
  const move = (userId: string, oldCode: string, tel: string, code: string, address = nextAddress()): Promise<string> =>
    outcomeOf(changePhone(fixture.account, signedInCallerOf(userId, { address }), { oldCode, tel, code }));
  const telOf = async (userId: string): Promise<string> => (await getUserInfoById(fixture.account, userId)).tel;

  it('replaces the old one with a code to each number; sessions stay, and the old number can be used by another account', async () => {
    const [oldTel, newTel] = ['13900000120', '13900000121'];
    const login = await fixture.signInBySms(oldTel);
    const userId = await idOf(login);
    const oldCode = await ask(userId);
    expect(fixture.sent.at(-1)).toMatchObject({ tel: oldTel, type: 'binding' });
    const code = await codeFor(newTel);
    expect(await move(userId, oldCode, newTel, code)).toBe('success');
    expect(await telOf(userId)).toBe('139****0121');
    expect((await fixture.authenticate(login.dpAuthToken)).kind).toBe('reader');
    fixture.clock.advance(LIMITS.smsResendMs);
    expect(await idOf(await fixture.signInBySms(newTel))).toBe(userId);
    expect((await fixture.signInBySms(oldTel)).registered).toBe(true);
    // The successful change has used up both codes, so neither is accepted again.
    expect(await move(userId, code, '13900000122', oldCode)).toBe('account.oldCodeWrong');
  });

  it('is refused with an error that names the wrong one of the two codes, and the correct code stays valid', async () => {
    const newTel = '13900000124';
    const userId = await idOf(await fixture.signInBySms('13900000123'));
    const [oldCode, code] = [await ask(userId), await codeFor(newTel)];
    expect(await move(userId, otherThan(oldCode), newTel, code)).toBe('account.oldCodeWrong');
    for (let i = 1; i < ACCOUNT_LIMITS.smsCodeTries; i++)
      expect(await move(userId, oldCode, newTel, otherThan(code))).toBe('account.smsCodeWrong');
    expect(await telOf(userId)).toBe('139****0123');
    expect(await move(userId, oldCode, newTel, code)).toBe('success');
  });

  it('is refused to its holder when another account has it, and both codes stay valid', async () => {
    const [newTel, freeTel] = ['13900000126', '13900000127'];
    await createUserWith(newTel);
    const userId = await idOf(await fixture.signInBySms('13900000125'));
    const oldCode = await ask(userId);
    expect(await move(userId, oldCode, newTel, '000000')).toBe('account.smsCodeWrong');
    const code = await codeFor(newTel);
    for (let i = 0; i <= ACCOUNT_LIMITS.smsCodeTries; i++) expect(await move(userId, oldCode, newTel, code)).toBe('account.phoneTaken');
    expect(await move(userId, oldCode, '13900000125', oldCode)).toBe('account.phoneTaken');
    expect(await telOf(userId)).toBe('139****0125');
    expect(await move(userId, oldCode, freeTel, await codeFor(freeTel))).toBe('success');
  });

  it('is taken by one of several concurrent changes', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000128'));
    const targets = ['13900000129', '13900000130', '13900000131'];
    const oldCode = await ask(userId);
    const codes: string[] = [];
    for (const tel of targets) codes.push(await codeFor(tel));
    const outcomes = await Promise.all(targets.map((tel, index) => move(userId, oldCode, tel, codes[index] ?? '')));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    const reached = targets[outcomes.indexOf('success')] ?? '';
    expect(await telOf(userId)).toBe(`139****${reached.slice(-4)}`);
  });

  it('cannot be set by guessing: wrong codes are counted against the subnet', async () => {
    const userId = await idOf(await fixture.signInBySms('13900000132'));
    const address = nextAddress();
    const outcomes: string[] = [];
    for (let i = 0; i <= ACCOUNT_LIMITS.failedLoginsPerIpPerHour; i++)
      outcomes.push(await move(userId, '000000', '13900000133', '000000', address));
    expect(outcomes.filter((outcome) => outcome === 'account.oldCodeWrong')).toHaveLength(ACCOUNT_LIMITS.failedLoginsPerIpPerHour);
    expect(outcomes.at(-1)).toBe('account.tooManyFailures');
  });
});

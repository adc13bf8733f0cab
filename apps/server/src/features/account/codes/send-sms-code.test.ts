/** Tests of `sendSmsCode`: a code is valid only for its phone number and purpose, for five tries and one use. */
import { CodedError, LIMITS, type SmsType } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import type { KnownDevice } from '../devices/known-devices.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { numberBindings } from './prove-number.ts';
import { sendSmsCode } from './send-sms-code.ts';
import { type CodeProof, proveSentCode } from './sent-codes.ts';
import { prepareSmsCode } from './sms-codes.ts';

testAccess('sendSmsCode', 'everyone');
testIdempotency('sendSmsCode', async ({ wire }) => ({ body: { tel: wire.aTel(), type: 'login', ...(await wire.solvedCaptcha()) } }));

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const numberProof = (tel: string, code: string, type: SmsType = 'login', known?: KnownDevice): CodeProof => ({
  bindings: numberBindings({ tel, type }, known),
  code,
  refusal: 'account.smsCodeWrong',
});
const proof = (tel: string, code: string, type: SmsType = 'login', known?: KnownDevice) =>
  outcomeOf(proveSentCode(fixture.account, numberProof(tel, code, type, known)));
/** Returns the account slice with a clock that always returns `nowMs`, because the fixture's clock advances by itself. */
const at = (nowMs: number): AccountFixture['account'] => ({ ...fixture.account, clock: { ...fixture.clock, now: () => nowMs } });
const ages = (lifetimeMs: number, refusal: string): [ageMs: number, outcome: string][] => [
  [lifetimeMs - 1, 'success'],
  [lifetimeMs, refusal],
  [lifetimeMs + 1, refusal],
];

describe('the SMS code', () => {
  it('allows five tries and no more, also concurrently', async () => {
    const [patient, hasty] = ['13900000030', '13900000031'];
    const code = await fixture.sendCode(patient);
    for (let i = 1; i < ACCOUNT_LIMITS.smsCodeTries; i++) expect(await proof(patient, otherThan(code))).toBe('account.smsCodeWrong');
    expect(await proof(patient, code)).toBe('success');
    expect(await proof(patient, code)).toBe('account.smsCodeWrong');

    const second = await fixture.sendCode(hasty);
    await Promise.all(Array.from({ length: 20 }, () => proof(hasty, otherThan(second))));
    expect(await proof(hasty, second)).toBe('account.smsCodeWrong');
  });

  it('is bound to its number and its purpose', async () => {
    const [mine, yours] = ['13900000032', '13900000033'];
    const [code, theirs] = [await fixture.sendCode(mine), await fixture.sendCode(yours)];
    const binding = await fixture.sendCode(mine, { type: 'binding', address: '192.0.2.2' });
    // Two random codes are equal once in a million times; the code of the other number is then accepted.
    expect(await proof(yours, code)).toBe(code === theirs ? 'success' : 'account.smsCodeWrong');
    expect(await proof(mine, theirs)).toBe(code === theirs ? 'success' : 'account.smsCodeWrong');
    expect(await proof(mine, code, 'binding')).toBe(code === binding ? 'success' : 'account.smsCodeWrong');
    expect(await proof(mine, binding)).toBe(code === binding ? 'success' : 'account.smsCodeWrong');
    expect(await proof(mine, code, 'resetPassword')).toBe('account.smsCodeWrong');
    // The codes are still valid: each try above was counted only for its own phone number and purpose.
    expect([await proof(mine, code), await proof(yours, theirs), await proof(mine, binding, 'binding')]).toEqual(Array(3).fill('success'));
  });

  it('is rejected in the stored entry of another number, purpose or kind of device', async () => {
    const [mine, yours] = ['13900000037', '13900000038'];
    const code = await fixture.sendCode(mine);
    const move = (target: string, type: string, askedBy: string) =>
      fixture.account.db.pool.query(
        `insert into sent_code (target, type, asked_by, code_hash, tries, created_at, expires_at)
         select $2, $3, $4, code_hash, 0, created_at, expires_at from sent_code where target = $1 and type = 'login' and asked_by = ''`,
        [mine, target, type, askedBy],
      );
    await move(yours, 'login', '');
    await move(mine, 'binding', '');
    await move(mine, 'resetPassword', 'known');
    const known = { userId: 'owner', key: 'owner:' };
    expect(await proof(yours, code)).toBe('account.smsCodeWrong');
    expect(await proof(mine, code, 'binding')).toBe('account.smsCodeWrong');
    expect(await proof(mine, code, 'resetPassword', known)).toBe('account.smsCodeWrong');
    expect(await proof(mine, code)).toBe('success');
  });

  it('requested by a known device remains valid after wrong tries and newer requests from other devices, and is used up once', async () => {
    const tel = '13900000039';
    const { dpAuthToken, deviceCredential = '' } = await fixture.signInBySms(tel);
    const who = await fixture.authenticate(dpAuthToken);
    const known = { userId: who.kind === 'reader' ? who.reader.userId : '', key: 'owner:' };
    const code = await fixture.sendCode(tel, { deviceCredentials: [deviceCredential] });
    for (let i = 0; i < ACCOUNT_LIMITS.smsCodeTries; i++) await proof(tel, otherThan(code));
    expect(await proof(tel, code)).toBe('account.smsCodeWrong');
    fixture.clock.advance(LIMITS.smsResendMs);
    const others = await fixture.sendCode(tel, { address: '192.0.2.9' });
    const proven = await proveSentCode(fixture.account, numberProof(tel, code, 'login', known));
    await proven.useUp();
    expect(await outcomeOf(proven.useUp())).toBe('account.smsCodeWrong');
    expect(await proof(tel, code, 'login', known)).toBe(code === others ? 'success' : 'account.smsCodeWrong');
    expect(await proof(tel, others)).toBe('success');
  });

  it('requested by a known device can be entered on another device, and is used up on both', async () => {
    const tel = '13900000040';
    const { dpAuthToken, deviceCredential = '' } = await fixture.signInBySms(tel);
    const who = await fixture.authenticate(dpAuthToken);
    const known = { userId: who.kind === 'reader' ? who.reader.userId : '', key: 'owner:' };
    const code = await fixture.sendCode(tel, { deviceCredentials: [deviceCredential] });
    const uses = await Promise.all(
      [undefined, known, undefined, known].map((device) =>
        outcomeOf(proveSentCode(fixture.account, numberProof(tel, code, 'login', device)).then((proven) => proven.useUp())),
      ),
    );
    expect(uses.filter((outcome) => outcome === 'success')).toHaveLength(1);
    expect([await proof(tel, code), await proof(tel, code, 'login', known)]).toEqual(Array(2).fill('account.smsCodeWrong'));
  });

  it.each(ages(ACCOUNT_LIMITS.smsCodeLifetimeMs, 'account.smsCodeWrong'))('%i ms after its creation gives %s', async (ageMs, outcome) => {
    const tel = `1390000${String(ageMs).padStart(4, '0').slice(-4)}`;
    const { code, at: sent } = await prepareSmsCode(at(fixture.clock.now()), { tel, type: 'login' }, { address: tel, deviceId: undefined });
    expect(await outcomeOf(proveSentCode(at(sent + ageMs), numberProof(tel, code)))).toBe(outcome);
  });

  it('becomes invalid when a newer one is sent', async () => {
    const tel = '13900000034';
    const first = await fixture.sendCode(tel);
    fixture.clock.advance(LIMITS.smsResendMs);
    const second = await fixture.sendCode(tel);
    // Two of a million codes may be equal; the old code is then valid because it equals the new one.
    expect(await proof(tel, first)).toBe(first === second ? 'success' : 'account.smsCodeWrong');
    expect(await proof(tel, second)).toBe('success');
  });

  it('is not stored in readable form', async () => {
    const code = await fixture.sendCode('13900000035');
    const { rows } = await fixture.account.db.pool.query('select code_hash from sent_code where target = $1', ['13900000035']);
    expect(rows[0].code_hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('cannot be requested twice within 60 s, and the error contains the remaining seconds', async () => {
    const tel = '13900000036';
    await fixture.sendCode(tel);
    fixture.clock.advance(20_000);
    const request = { tel, type: 'login', ...(await fixture.solvedCaptcha()) } as const;
    const refusal = await payloadOf(sendSmsCode(fixture.account, callerOf({ address: '192.0.2.1' }), request)).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(CodedError);
    expect(refusal).toMatchObject({ code: 'account.smsTooSoon', message: '请在 40 秒后重试' });
  });
});

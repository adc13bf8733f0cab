/** Tests of `signInWithSecondFactor`: codes of the app and recovery codes are valid once; guesses are limited. */
import { secondFactorRequired } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { appCode } from '../testing/authenticator-app.ts';
import { headersOf, withSecondFactorServer } from '../testing/second-factor-server.ts';

testAccess('signInWithSecondFactor', 'everyone');

testIdempotency('signInWithSecondFactor', async ({ aSecondFactor, signIn }) => {
  const { as, code } = await aSecondFactor();
  return { body: { ticket: secondFactorRequired.parse(await signIn(as.tel)).ticket, code } };
});

const { shop, now, nextStep, query, createTestUser, stateOf, enroll, signIn, enterCode, wrong } = withSecondFactorServer();

describe('codes of the authenticator app', () => {
  it('are those of RFC 6238', () => {
    const secret = Buffer.from('12345678901234567890');
    // Test values of RFC 6238, appendix B: the last six of its eight digits.
    for (const [seconds, digits] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const)
      expect(appCode(secret, seconds * 1_000)).toBe(digits);
  });

  it('are valid for their time step and one on either side only', async () => {
    const one = await createTestUser();
    const { secret } = await enroll(one);
    const outcomes: string[] = [];
    for (const steps of [-2, 2, -1, 0, 1]) {
      // Times are in ascending order, because a time step before the last accepted one is rejected anyway.
      shop().platform.advanceClock?.(5 * 60_000);
      outcomes.push((await enterCode((await signIn(one)).ticket, appCode(secret, now() + steps * 30_000))).code);
    }
    expect(outcomes).toEqual(['account.secondFactorWrong', 'account.secondFactorWrong', 'success', 'success', 'success']);
  });

  it('are valid once, also concurrently, and earlier ones are invalid afterwards', async () => {
    const one = await createTestUser();
    const { secret } = await enroll(one);
    const tickets = [(await signIn(one, 'a000001')).ticket, (await signIn(one, 'a000002')).ticket, (await signIn(one, 'a000003')).ticket];
    const code = appCode(secret, now());
    const at = (index: number) => ({ 'x-device-id': `a00000${index + 1}` });
    const outcomes = await Promise.all(tickets.map((ticket, index) => enterCode(ticket, code, at(index))));
    expect(outcomes.map(({ code: outcome }) => outcome).toSorted()).toEqual([
      'account.secondFactorWrong',
      'account.secondFactorWrong',
      'success',
    ]);
    const before = appCode(secret, now() - 30_000);
    expect((await enterCode((await signIn(one)).ticket, before)).code).toBe('account.secondFactorWrong');
  });

  it('are not stored in the database in readable form, nor are their secret and the recovery codes', async () => {
    const one = await createTestUser();
    const { secret, recoveryCodes } = await enroll(one);
    const rows = JSON.stringify([
      await query("select encode(sealed_secret, 'escape') as sealed, * from second_factor where user_id = $1", [one.id]),
      await query("select encode(code_hash, 'escape') as hash, * from second_factor_recovery_code where user_id = $1", [one.id]),
    ]);
    for (const secretText of [secret, ...recoveryCodes]) expect(rows).not.toContain(secretText);
    expect(shop().log()).not.toContain(secret);
  });
});

describe('recovery codes', () => {
  it('are ten, and each is valid once, whatever its spelling', async () => {
    const one = await createTestUser();
    const { recoveryCodes } = await enroll(one);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect((await enterCode((await signIn(one)).ticket, ` ${first.toLowerCase().replaceAll('-', ' ')}`)).code).toBe('success');
    expect((await enterCode((await signIn(one)).ticket, first)).code).toBe('account.secondFactorWrong');
    const login = (await enterCode((await signIn(one)).ticket, second)).payload;
    expect(await stateOf({ ...one, headers: headersOf(login) })).toMatchObject({ recoveryCodesLeft: 8, passed: true });
  });
});

describe('guesses of a second factor', () => {
  it('are limited to five for a ticket', async () => {
    const one = await createTestUser();
    const { secret } = await enroll(one);
    const { ticket } = await signIn(one);
    for (let n = 0; n < ACCOUNT_LIMITS.secondFactorTries; n++)
      expect((await enterCode(ticket, wrong(secret))).code).toBe('account.secondFactorWrong');
    expect((await enterCode(ticket, appCode(secret, now()))).code).toBe('account.signInExpired');
    expect((await enterCode((await signIn(one)).ticket, appCode(secret, now()))).code).toBe('success');
  });

  it('are limited to ten an hour for an account over all tickets; a known device has ten of its own', async () => {
    const one = await createTestUser();
    const { secret } = await enroll(one);
    const mine = { 'x-device-id': 'myphone001' };
    const first = await enterCode((await signIn(one, 'myphone001')).ticket, appCode(secret, now()), mine);
    const known = { ...mine, 'x-device-credential': first.payload?.deviceCredential ?? '' };
    for (let n = 0; n < ACCOUNT_LIMITS.secondFactorTriesPerHour; n++)
      expect((await enterCode((await signIn(one)).ticket, wrong(secret))).code).toBe('account.secondFactorWrong');
    nextStep();
    expect((await enterCode((await signIn(one)).ticket, appCode(secret, now()))).code).toBe('account.secondFactorTries');
    expect((await enterCode((await signIn(one, 'myphone001')).ticket, appCode(secret, now()), mine)).code).toBe(
      'account.secondFactorTries',
    );
    expect((await enterCode((await signIn(one, 'myphone001')).ticket, appCode(secret, now()), known)).code).toBe('success');
    shop().platform.advanceClock?.(3_600_000);
    expect((await enterCode((await signIn(one)).ticket, appCode(secret, now()))).code).toBe('success');
  });
});

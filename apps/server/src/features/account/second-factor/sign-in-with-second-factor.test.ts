/** Tests of `signInWithSecondFactor`: codes of the app and recovery codes are valid once; guesses are limited. */
import {
  CodedError,
  type confirmSecondFactor,
  type LoginResult,
  type OutputOf,
  type SecondFactorState,
  secondFactorRequired,
  type startSecondFactor,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { appCode } from '../testing/authenticator-app.ts';

testAccess('signInWithSecondFactor', 'everyone');

testIdempotency('signInWithSecondFactor', async ({ aSecondFactor, signIn }) => {
  const { as, code } = await aSecondFactor();
  return { body: { ticket: secondFactorRequired.parse(await signIn(as.tel)).ticket, code } };
});

const SECOND = '/api/my/second-factor';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer({ SECOND_FACTOR: 'required' });
});
afterAll(() => shop?.close());

let made = 0;
const aTel = (): string => `1371111${String(++made).padStart(4, '0')}`;
const now = (): number => shop.platform.clock.now();
const nextStep = (): void => shop.platform.advanceClock?.(30_000);
const account = () => assembleAccount(shop.platform);
const query = async (text: string, values: unknown[]) => (await shop.platform.db.pool.query(text, values)).rows;

const createTestUser = (role: Parameters<TestServer['user']>[1] = 'reader'): Promise<TestUser> => shop.user(aTel(), role);
const stateOf = async (as: TestUser): Promise<SecondFactorState | null> => (await shop.call<SecondFactorState>(SECOND, { as })).payload;
const post = <T>(path: string, as: TestUser | undefined, body: object) => shop.call<T>(path, { ...(as === undefined ? {} : { as }), body });

interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}
const enroll = async (as: TestUser): Promise<Enrolled> => {
  const { secret = '' } = (await post<OutputOf<typeof startSecondFactor>>(`${SECOND}/start`, as, {})).payload ?? {};
  const confirmed = await post<OutputOf<typeof confirmSecondFactor>>(`${SECOND}/confirm`, as, { code: appCode(secret, now()) });
  expect(confirmed.code).toBe('success');
  nextStep();
  return { secret, recoveryCodes: confirmed.payload?.recoveryCodes ?? [] };
};

const headersOf = (login: LoginResult | null): Record<string, string> => ({
  authorization: `dp-token ${login?.dpAuthToken ?? ''}`,
  'x-device-code': 'web',
});
/** Returns the result of a correct first factor: a session, or the sign-in ticket for the second factor. */
const signIn = async ({ id, tel }: TestUser, deviceId?: string): Promise<{ login?: LoginResult; ticket?: string }> => {
  try {
    return { login: await completeSignIn(account(), { id, nickname: tel, avatar: '' }, { deviceCode: 'web', deviceId, userAgent: '' }) };
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'account.secondFactorRequired') throw error;
    return { ticket: secondFactorRequired.parse(error.payload).ticket };
  }
};
const enterCode = (ticket: string | undefined, code: string, headers: Record<string, string> = {}) =>
  shop.call<LoginResult>('/api/user/auth/secondFactor', { body: { ticket, code }, headers });
const wrong = (secret: string): string => String((Number(appCode(secret, now())) + 500_000) % 1_000_000).padStart(6, '0');

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
      shop.platform.advanceClock?.(5 * 60_000);
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
    expect(shop.log()).not.toContain(secret);
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
    shop.platform.advanceClock?.(3_600_000);
    expect((await enterCode((await signIn(one)).ticket, appCode(secret, now()))).code).toBe('success');
  });
});

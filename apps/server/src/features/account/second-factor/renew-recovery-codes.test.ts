import {
  CodedError,
  type confirmSecondFactor,
  type LoginResult,
  type OutputOf,
  secondFactorRequired,
  type startSecondFactor,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { appCode } from '../testing/authenticator-app.ts';

testAccess('renewRecoveryCodes', 'every user');

testIdempotency('renewRecoveryCodes', async ({ aSecondFactor }) => {
  const { as, code } = await aSecondFactor();
  return { as, body: { code } };
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

const createTestUser = (role: Parameters<TestServer['user']>[1] = 'reader'): Promise<TestUser> => shop.user(aTel(), role);
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

describe('recovery codes', () => {
  it('belong to one account, and all become invalid when new ones are created', async () => {
    const [one, other] = [await createTestUser(), await createTestUser()];
    const [mine, theirs] = [await enroll(one), await enroll(other)];
    expect((await enterCode((await signIn(one)).ticket, theirs.recoveryCodes[0] ?? '')).code).toBe('account.secondFactorWrong');
    const login = (await enterCode((await signIn(one)).ticket, mine.recoveryCodes[0] ?? '')).payload;
    const here = { ...one, headers: headersOf(login) };
    expect((await post(`${SECOND}/recovery-codes`, here, { code: wrong(mine.secret) })).code).toBe('account.secondFactorWrong');
    nextStep();
    const renewed = await post<OutputOf<typeof confirmSecondFactor>>(`${SECOND}/recovery-codes`, here, {
      code: appCode(mine.secret, now()),
    });
    expect(renewed.payload?.recoveryCodes).toHaveLength(10);
    expect((await enterCode((await signIn(one)).ticket, mine.recoveryCodes[1] ?? '')).code).toBe('account.secondFactorWrong');
    expect((await enterCode((await signIn(one)).ticket, renewed.payload?.recoveryCodes[0] ?? '')).code).toBe('success');
  });
});

import { CodedError, type LoginResult, type OutputOf, secondFactorRequired, type startSecondFactor } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { appCode } from '../testing/authenticator-app.ts';

testAccess('startSecondFactor', 'every user');
testIdempotency('startSecondFactor', async ({ aUser }) => ({ as: await aUser(), body: {} }));

const SECOND = '/api/my/second-factor';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer({ SECOND_FACTOR: 'required' });
});
afterAll(() => shop?.close());

let made = 0;
const aTel = (): string => `1371111${String(++made).padStart(4, '0')}`;
const now = (): number => shop.platform.clock.now();
const account = () => assembleAccount(shop.platform);

const createTestUser = (role: Parameters<TestServer['user']>[1] = 'reader'): Promise<TestUser> => shop.user(aTel(), role);
const post = <T>(path: string, as: TestUser | undefined, body: object) => shop.call<T>(path, { ...(as === undefined ? {} : { as }), body });

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

describe('setting the second factor up and removing it', () => {
  it('takes effect once a code is confirmed, and can start again until then', async () => {
    const one = await createTestUser();
    const first = (await post<OutputOf<typeof startSecondFactor>>(`${SECOND}/start`, one, {})).payload;
    expect(first?.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
    expect(Buffer.from(first?.secret ?? '')).toHaveLength(32);
    expect((await signIn(one)).ticket).toBeUndefined();
    const here = { ...one, headers: headersOf((await signIn(one)).login ?? null) };
    const second = (await post<OutputOf<typeof startSecondFactor>>(`${SECOND}/start`, here, {})).payload;
    expect(second?.secret).not.toBe(first?.secret);
    expect((await post(`${SECOND}/confirm`, here, { code: appCode(first?.secret ?? '', now()) })).code).toBe('account.secondFactorWrong');
    expect((await post(`${SECOND}/confirm`, here, { code: appCode(second?.secret ?? '', now()) })).code).toBe('success');
    expect((await post(`${SECOND}/start`, here, {})).code).toBe('account.secondFactorOn');
    expect((await post(`${SECOND}/confirm`, here, { code: appCode(second?.secret ?? '', now() + 30_000) })).code).toBe(
      'account.secondFactorOn',
    );
    expect((await signIn(one)).ticket).toBeDefined();
  });
});

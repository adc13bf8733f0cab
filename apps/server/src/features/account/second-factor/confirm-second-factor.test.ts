import { CodedError, type confirmSecondFactor, type OutputOf, type startSecondFactor } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { appCode } from '../testing/authenticator-app.ts';

testAccess('confirmSecondFactor', 'every user');

testIdempotency('confirmSecondFactor', async ({ aStartedSecondFactor }) => {
  const { as, code } = await aStartedSecondFactor();
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

describe('setting the second factor up and removing it', () => {
  it('invalidates the tickets of sign-ins that began without it', async () => {
    const one = await createTestUser();
    const asks = { ifSignedInElsewhere: 'ask' } as const;
    const device = { deviceCode: 'web', deviceId: 'elsewhere1', userAgent: '' } as const;
    const refusal = await completeSignIn(account(), { id: one.id, nickname: '', avatar: '' }, device, asks).catch(
      (error: unknown) => error,
    );
    const { ticket } = (refusal as CodedError).payload as { ticket: string };
    await enroll(one);
    const late = await shop.call('/api/user/auth/replaceDevice', { body: { ticket }, headers: { 'x-device-id': 'elsewhere1' } });
    expect(late.code).toBe('account.signInExpired');
  });
});

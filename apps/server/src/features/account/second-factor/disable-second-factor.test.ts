import { type confirmSecondFactor, type OutputOf, type SecondFactorState, type startSecondFactor } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { appCode } from '../testing/authenticator-app.ts';

testAccess('disableSecondFactor', 'every user');

testIdempotency('disableSecondFactor', async ({ aSecondFactor }) => {
  const { as, code } = await aSecondFactor();
  return { as, body: { code } };
});

const SECOND = '/api/my/second-factor';
const ADMIN_PATH = '/api/admin/user/list';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer({ SECOND_FACTOR: 'required' });
});
afterAll(() => shop?.close());

let made = 0;
const aTel = (): string => `1371111${String(++made).padStart(4, '0')}`;
const now = (): number => shop.platform.clock.now();
const nextStep = (): void => shop.platform.advanceClock?.(30_000);

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
  it('requires a fresh code to turn it off, after which roles that require it are withheld', async () => {
    const admin = await createTestUser('admin');
    expect((await post(`${SECOND}/disable`, admin, { code: '000000' })).code).toBe('account.secondFactorOff');
    const { secret } = await enroll(admin);
    expect((await post(`${SECOND}/disable`, admin, { code: appCode(secret, now() - 30_000) })).code).toBe('account.secondFactorWrong');
    const off = await post<SecondFactorState>(`${SECOND}/disable`, admin, { code: appCode(secret, now()) });
    expect(off.payload).toMatchObject({ enabled: false, required: true, passed: false, recoveryCodesLeft: 0 });
    expect((await shop.call(ADMIN_PATH, { as: admin })).code).toBe('account.secondFactorMissing');
  });
});

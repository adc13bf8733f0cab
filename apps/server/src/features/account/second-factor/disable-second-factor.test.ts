import type { SecondFactorState } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { appCode } from '../testing/authenticator-app.ts';
import { ADMIN_PATH, SECOND, withSecondFactorServer } from '../testing/second-factor-server.ts';

testAccess('disableSecondFactor', 'every user');

testIdempotency('disableSecondFactor', async ({ aSecondFactor }) => {
  const { as, code } = await aSecondFactor();
  return { as, body: { code } };
});

const { shop, now, createTestUser, post, enroll } = withSecondFactorServer();

describe('setting the second factor up and removing it', () => {
  it('requires a fresh code to turn it off, after which roles that require it are withheld', async () => {
    const admin = await createTestUser('admin');
    expect((await post(`${SECOND}/disable`, admin, { code: '000000' })).code).toBe('account.secondFactorOff');
    const { secret } = await enroll(admin);
    expect((await post(`${SECOND}/disable`, admin, { code: appCode(secret, now() - 30_000) })).code).toBe('account.secondFactorWrong');
    const off = await post<SecondFactorState>(`${SECOND}/disable`, admin, { code: appCode(secret, now()) });
    expect(off.payload).toMatchObject({ enabled: false, required: true, passed: false, recoveryCodesLeft: 0 });
    expect((await shop().call(ADMIN_PATH, { as: admin })).code).toBe('account.secondFactorMissing');
  });
});

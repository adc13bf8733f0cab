import { CodedError } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { withSecondFactorServer } from '../testing/second-factor-server.ts';

testAccess('confirmSecondFactor', 'every user');

testIdempotency('confirmSecondFactor', async ({ aStartedSecondFactor }) => {
  const { as, code } = await aStartedSecondFactor();
  return { as, body: { code } };
});

const { shop, account, createTestUser, enroll } = withSecondFactorServer();

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
    const late = await shop().call('/api/user/auth/replaceDevice', { body: { ticket }, headers: { 'x-device-id': 'elsewhere1' } });
    expect(late.code).toBe('account.signInExpired');
  });
});

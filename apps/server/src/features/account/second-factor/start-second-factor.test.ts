import type { OutputOf, startSecondFactor } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { appCode } from '../testing/authenticator-app.ts';
import { headersOf, SECOND, withSecondFactorServer } from '../testing/second-factor-server.ts';

testAccess('startSecondFactor', 'every user');
testIdempotency('startSecondFactor', async ({ aUser }) => ({ as: await aUser(), body: {} }));

const { now, createTestUser, post, signIn } = withSecondFactorServer();

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

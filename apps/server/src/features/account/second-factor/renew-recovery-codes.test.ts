import type { confirmSecondFactor, OutputOf } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { appCode } from '../testing/authenticator-app.ts';
import { headersOf, SECOND, withSecondFactorServer } from '../testing/second-factor-server.ts';

testAccess('renewRecoveryCodes', 'every user');

testIdempotency('renewRecoveryCodes', async ({ aSecondFactor }) => {
  const { as, code } = await aSecondFactor();
  return { as, body: { code } };
});

const { now, nextStep, createTestUser, post, enroll, signIn, enterCode, wrong } = withSecondFactorServer();

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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { checkCaptcha } from './captchas.ts';
import { getCaptcha } from './get-captcha.ts';

testAccess('getCaptcha', 'everyone');

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());
/** Returns the account slice with a clock that always returns `nowMs`, because the fixture's clock advances by itself. */
const at = (nowMs: number): AccountFixture['account'] => ({ ...fixture.account, clock: { ...fixture.clock, now: () => nowMs } });
const ages = (lifetimeMs: number, refusal: string): [ageMs: number, outcome: string][] => [
  [lifetimeMs - 1, 'success'],
  [lifetimeMs, refusal],
  [lifetimeMs + 1, refusal],
];

describe('the image captcha', () => {
  it('accepts one of two concurrent answers', async () => {
    const { captchaKey, captchaTxt } = await fixture.solvedCaptcha();
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt }))));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
  });

  it('is used up by a wrong answer', async () => {
    const { captchaKey, captchaTxt } = await fixture.solvedCaptcha();
    expect(await outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt: 'WRNG' }))).toBe('account.captchaWrong');
    expect(await outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt }))).toBe('account.captchaWrong');
  });

  it('accepts small letters, spaces and full-width letters', async () => {
    const { captchaKey } = await fixture.solvedCaptcha();
    expect(await outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt: 'ａ k7t ' }))).toBe('success');
  });

  it('has a key of 128 bits', async () => {
    const { key } = await payloadOf(getCaptcha(fixture.account, callerOf({ address: '192.0.2.1' }), {}));
    expect(Buffer.from(key, 'base64url')).toHaveLength(16);
  });

  it.each(ages(ACCOUNT_LIMITS.captchaLifetimeMs, 'account.captchaWrong'))('%i ms after its creation gives %s', async (ageMs, outcome) => {
    const made = fixture.clock.now();
    const { key } = await payloadOf(getCaptcha(at(made), callerOf({ address: '192.0.2.1' }), {}));
    expect(await outcomeOf(checkCaptcha(at(made + ageMs), { captchaKey: key, captchaTxt: 'AK7T' }))).toBe(outcome);
  });
});

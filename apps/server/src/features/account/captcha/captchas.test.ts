import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { CALLER, withCaptchaDatabase } from '../testing/captcha-database.ts';
import { checkCaptcha } from './captchas.ts';
import { getCaptcha } from './get-captcha.ts';

const { fixture, asked, logged, answerTo, typed, given, moved, gapOf } = withCaptchaDatabase();

describe('captchas of different kinds', () => {
  it('are not accepted in place of one another', async () => {
    const { key: image } = await payloadOf(getCaptcha(fixture().account, callerOf(CALLER), {}));
    const { key, gap } = await gapOf();
    expect(await typed(key, String(gap))).toBe('account.captchaWrong');
    expect(await moved(image, 100)).toBe('account.sliderWrong');
    // A captcha is not used up by an answer that was meant for a captcha of another kind.
    expect(await moved(key, gap)).toBe('success');
    expect(await typed(image, answerTo(image))).toBe('success');
  });
});

describe("a supplier's slider", () => {
  it('is verified once for each token, also when the token comes 50 times concurrently', async () => {
    asked.length = 0;
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => given('right 1')));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    expect(asked).toEqual(['right 1']);
    expect(await given('wrong 1')).toBe('account.sliderWrong');
  });

  it('rejects the token and logs this when the supplier is unavailable; our slider and the image captcha still work', async () => {
    expect(await given('gone 1')).toBe('account.sliderWrong');
    expect(logged.join()).toContain('ours is offered');
    const { key, gap } = await gapOf();
    expect(await moved(key, gap)).toBe('success');
    const { key: image } = await payloadOf(getCaptcha(fixture().account, callerOf(CALLER), {}));
    expect(await typed(image, answerTo(image))).toBe('success');
  });

  it('is never accepted where no supplier is configured', async () => {
    const { hostedSlider: _, ...alone } = fixture().account;
    expect(await outcomeOf(checkCaptcha(alone, { captcha: 'right 2' }))).toBe('account.sliderWrong');
  });
});

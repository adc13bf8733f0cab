/** Tests of `getSlider`: a puzzle with one answer, checked once. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { CALLER, withCaptchaDatabase } from '../testing/captcha-database.ts';
import { SLIDER_TOLERANCE } from './captchas.ts';
import { getSlider } from './get-slider.ts';

testAccess('getSlider', 'everyone');

const { fixture, answers, given, moved, gapOf } = withCaptchaDatabase();

describe('the slider', () => {
  it('is a picture of 320 x 40 with a piece of the same height', async () => {
    const slider = await payloadOf(getSlider(fixture().account, callerOf(CALLER), {}));
    expect(slider).toMatchObject({ width: 320, height: 40 });
    expect(slider.img).toMatch(/^data:image\/png;base64,/);
    expect(slider.piece).toMatch(/^data:image\/png;base64,/);
    expect(Buffer.from(slider.key, 'base64url')).toHaveLength(16);
    expect(answers.get(slider.key)).toMatch(/^slider:\d+$/);
  });

  it('accepts positions up to the tolerance on both sides of the gap and no further', async () => {
    for (const [offset, outcome] of [
      [0, 'success'],
      [0.4, 'success'],
      [SLIDER_TOLERANCE - 1, 'success'],
      [SLIDER_TOLERANCE, 'success'],
      [SLIDER_TOLERANCE + 0.1, 'account.sliderWrong'],
      [SLIDER_TOLERANCE + 1, 'account.sliderWrong'],
    ] as const) {
      for (const side of [-1, 1]) {
        const { key, gap } = await gapOf();
        expect(await moved(key, gap + side * offset), `${side * offset}`).toBe(outcome);
      }
    }
  });

  it('accepts one of 50 concurrent answers', async () => {
    const { key, gap } = await gapOf();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => moved(key, gap)));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'account.sliderWrong')).toHaveLength(49);
  });

  it('is used up by a wrong answer', async () => {
    const { key, gap } = await gapOf();
    expect(await moved(key, gap - 40)).toBe('account.sliderWrong');
    expect(await moved(key, gap)).toBe('account.sliderWrong');
  });

  it('expires after five minutes', async () => {
    const [young, old] = [await gapOf(), await gapOf()];
    // The first answer comes one minute before the sliders expire, because the fixture's clock also advances by itself during the calls.
    fixture().clock.advance(ACCOUNT_LIMITS.captchaLifetimeMs - 60_000);
    expect(await moved(young.key, young.gap)).toBe('success');
    fixture().clock.advance(60_000);
    expect(await moved(old.key, old.gap)).toBe('account.sliderWrong');
  });

  it('is not stored in readable form', async () => {
    const { key, gap } = await gapOf();
    const { rows } = await fixture().account.db.pool.query('select * from captcha_challenge where key = $1', [key]);
    expect(rows[0].captcha_answer_hash).toHaveLength(32);
    const unkeyed = createHash('sha256').update(`slider|${key}|${gap}`).digest();
    expect(unkeyed.equals(rows[0].captcha_answer_hash)).toBe(false);
  });

  it('rejects malformed answers', async () => {
    const { key, gap } = await gapOf();
    for (const text of ['', '{}', 'null', '[1]', `{"key":"${key}"}`, `{"key":"${key}","x":"${gap}"}`, `{"key":"${key}","x":-1}`]) {
      expect(await given(`wrong ${text}`)).toBe('account.sliderWrong');
      expect(await given(text)).toBe('account.sliderWrong');
    }
    expect(await moved(key, gap)).toBe('success');
  });
});

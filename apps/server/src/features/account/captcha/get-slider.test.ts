/** Tests of `getSlider`: a puzzle with one answer, checked once. */

import { createHash, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostedSlider, HostedSliderUnavailableError } from '../../../gateways/captcha/hosted-slider.ts';
import { createLocalCaptcha } from '../../../gateways/captcha/local-captcha.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { checkCaptcha, SLIDER_TOLERANCE } from './captchas.ts';
import { getSlider } from './get-slider.ts';

testAccess('getSlider', 'everyone');

const CALLER = { address: '192.0.2.1' };
let subnets = 0;
/** Returns a client IP in a subnet that no other test uses, so that wrong sliders of one test do not affect another. */
const elsewhere = (): { address: string } => {
  subnets += 1;
  return { address: `198.51.${subnets >> 8}.${subnets & 255}` };
};

/** The captcha tokens that the simulated supplier was asked to verify. */
const asked: string[] = [];
const hosted: HostedSlider = {
  sources: { script: [], style: [], img: [], connect: [] },
  offer: () => ({ provider: 'aliyun', sceneId: 's', prefix: 'p', region: 'cn' }),
  async verify(text) {
    asked.push(text);
    if (text.startsWith('gone')) throw new HostedSliderUnavailableError('gone');
    return text.startsWith('right');
  },
};

let fixture: AccountFixture;
const answers = new Map<string, string>();
const logged: string[] = [];
beforeAll(async () => {
  const drawn = createLocalCaptcha();
  const puzzle = await drawn.createSlider();
  fixture = await createAccountFixture({
    captcha: {
      ...drawn,
      // The slider's picture is drawn only once, because drawing is slow and these tests check only the answer.
      createSlider: async () => ({ ...puzzle, answer: randomInt(60, 272) }),
      async noteAnswer({ key, kind, answer }) {
        answers.set(key, `${kind}:${answer}`);
      },
    },
    hostedSlider: hosted,
    log: { error: (_facts: unknown, text?: string) => void logged.push(String(text)) },
  });
});
afterAll(() => fixture.drop());

const answerTo = (key: string): string => (answers.get(key) ?? '').replace(/^\w+:/, '');
const given = (captcha: string) => outcomeOf(checkCaptcha(fixture.account, { captcha }, elsewhere()));
const moved = (key: string, x: number) => given(JSON.stringify({ key, x }));
const gapOf = async (): Promise<{ key: string; gap: number }> => {
  const { key } = await payloadOf(getSlider(fixture.account, callerOf(CALLER), {}));
  return { key, gap: Number(answerTo(key)) };
};

describe('the slider', () => {
  it('is a picture of 320 x 40 with a piece of the same height', async () => {
    const slider = await payloadOf(getSlider(fixture.account, callerOf(CALLER), {}));
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
    fixture.clock.advance(ACCOUNT_LIMITS.captchaLifetimeMs - 60_000);
    expect(await moved(young.key, young.gap)).toBe('success');
    fixture.clock.advance(60_000);
    expect(await moved(old.key, old.gap)).toBe('account.sliderWrong');
  });

  it('is not stored in readable form', async () => {
    const { key, gap } = await gapOf();
    const { rows } = await fixture.account.db.pool.query('select * from captcha_challenge where key = $1', [key]);
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

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostedSlider, HostedSliderUnavailableError } from '../../../gateways/captcha/hosted-slider.ts';
import { createLocalCaptcha } from '../../../gateways/captcha/local-captcha.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { checkCaptcha } from './captchas.ts';
import { getCaptcha } from './get-captcha.ts';
import { getSlider } from './get-slider.ts';

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
const typed = (captchaKey: string, captchaTxt: string) => outcomeOf(checkCaptcha(fixture.account, { captchaKey, captchaTxt }));
const given = (captcha: string) => outcomeOf(checkCaptcha(fixture.account, { captcha }, elsewhere()));
const moved = (key: string, x: number) => given(JSON.stringify({ key, x }));
const gapOf = async (): Promise<{ key: string; gap: number }> => {
  const { key } = await payloadOf(getSlider(fixture.account, callerOf(CALLER), {}));
  return { key, gap: Number(answerTo(key)) };
};

describe('captchas of different kinds', () => {
  it('are not accepted in place of one another', async () => {
    const { key: image } = await payloadOf(getCaptcha(fixture.account, callerOf(CALLER), {}));
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
    const { key: image } = await payloadOf(getCaptcha(fixture.account, callerOf(CALLER), {}));
    expect(await typed(image, answerTo(image))).toBe('success');
  });

  it('is never accepted where no supplier is configured', async () => {
    const { hostedSlider: _, ...alone } = fixture.account;
    expect(await outcomeOf(checkCaptcha(alone, { captcha: 'right 2' }))).toBe('account.sliderWrong');
  });
});

import { createHash, randomInt } from 'node:crypto';
import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostedSlider, HostedSliderUnavailableError } from '../../gateways/captcha/hosted-slider.ts';
import { createLocalCaptcha } from '../../gateways/captcha/local-captcha.ts';
import { checkCaptcha, createAudioCaptcha, createImageCaptcha, createSlider, SLIDER_TOLERANCE } from './captchas.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from './testing/account-fixture.ts';

const ASKER = { address: '192.0.2.1' };

/** What the supplier says of each text; it remembers what it was asked. */
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
      // Drawn once: what is looked at here is the answer.
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
const given = (captcha: string) => outcomeOf(checkCaptcha(fixture.account, { captcha }));
const moved = (key: string, x: number) => given(JSON.stringify({ key, x }));
const gapOf = async (): Promise<{ key: string; gap: number }> => {
  const { key } = await createSlider(fixture.account, ASKER);
  return { key, gap: Number(answerTo(key)) };
};

describe('the slider', () => {
  it('is a picture of 320 x 40 with a piece as high', async () => {
    const slider = await createSlider(fixture.account, ASKER);
    expect(slider).toMatchObject({ width: 320, height: 40 });
    expect(slider.img).toMatch(/^data:image\/png;base64,/);
    expect(slider.piece).toMatch(/^data:image\/png;base64,/);
    expect(Buffer.from(slider.key, 'base64url')).toHaveLength(16);
    expect(answers.get(slider.key)).toMatch(/^slider:\d+$/);
  });

  it('takes the piece up to the tolerance beside the gap and no further, on both sides', async () => {
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

  it('lets one of 50 answers at the same moment through', async () => {
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

  it('dies after five minutes', async () => {
    const [young, old] = [await gapOf(), await gapOf()];
    // The clock runs on by itself: a minute is more than two answers take.
    fixture.clock.advance(LIMITS.captchaLifetimeMs - 60_000);
    expect(await moved(young.key, young.gap)).toBe('success');
    fixture.clock.advance(60_000);
    expect(await moved(old.key, old.gap)).toBe('account.sliderWrong');
  });

  it('is not kept in a form that can be read', async () => {
    const { key, gap } = await gapOf();
    const { rows } = await fixture.account.db.pool.query('select * from captcha_challenge where key = $1', [key]);
    expect(rows[0].answer_hash).toHaveLength(32);
    const unkeyed = createHash('sha256').update(`slider|${key}|${gap}`).digest();
    expect(unkeyed.equals(rows[0].answer_hash)).toBe(false);
  });

  it('refuses what is no answer at all', async () => {
    const { key, gap } = await gapOf();
    for (const text of ['', '{}', 'null', '[1]', `{"key":"${key}"}`, `{"key":"${key}","x":"${gap}"}`, `{"key":"${key}","x":-1}`]) {
      expect(await given(`wrong ${text}`)).toBe('account.sliderWrong');
      expect(await given(text)).toBe('account.sliderWrong');
    }
    expect(await moved(key, gap)).toBe('success');
  });
});

describe('captchas of different kinds', () => {
  it('never stand in for one another', async () => {
    const { key: image } = await createImageCaptcha(fixture.account, ASKER);
    const { key, gap } = await gapOf();
    expect(await typed(key, String(gap))).toBe('account.captchaWrong');
    expect(await moved(image, 100)).toBe('account.sliderWrong');
    // Asking for the wrong kind did not use them up.
    expect(await moved(key, gap)).toBe('success');
    expect(await typed(image, answerTo(image))).toBe('success');
  });

  it('take spoken digits where the characters of a picture are asked for, once', async () => {
    const { key, audio } = await createAudioCaptcha(fixture.account, ASKER);
    expect(audio).toMatch(/^data:audio\/wav;base64,/);
    expect(answers.get(key)).toMatch(/^audio:[0-9]{6}$/);
    expect(await typed(key, ` ${answerTo(key)}`)).toBe('success');
    expect(await typed(key, answerTo(key))).toBe('account.captchaWrong');
  });
});

describe("a supplier's slider", () => {
  it('is asked about each text once, also when it comes 50 times at once', async () => {
    asked.length = 0;
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => given('right 1')));
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    expect(asked).toEqual(['right 1']);
    expect(await given('wrong 1')).toBe('account.sliderWrong');
  });

  it('refuses and says so in the log when the supplier is gone; ours and the picture go on', async () => {
    expect(await given('gone 1')).toBe('account.sliderWrong');
    expect(logged.join()).toContain('ours is offered');
    const { key, gap } = await gapOf();
    expect(await moved(key, gap)).toBe('success');
    const { key: image } = await createImageCaptcha(fixture.account, ASKER);
    expect(await typed(image, answerTo(image))).toBe('success');
  });

  it('is worth nothing where none is set up', async () => {
    const { hostedSlider: _, ...alone } = fixture.account;
    expect(await outcomeOf(checkCaptcha(alone, { captcha: 'right 2' }))).toBe('account.sliderWrong');
  });
});

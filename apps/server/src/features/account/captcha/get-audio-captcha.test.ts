import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostedSlider, HostedSliderUnavailableError } from '../../../gateways/captcha/hosted-slider.ts';
import { createLocalCaptcha } from '../../../gateways/captcha/local-captcha.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../testing/account-fixture.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { checkCaptcha } from './captchas.ts';
import { getAudioCaptcha } from './get-audio-captcha.ts';

testAccess('getAudioCaptcha', 'everyone');

const CALLER = { address: '192.0.2.1' };

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

describe('captchas of different kinds', () => {
  it('accept spoken digits once where the characters of a picture are expected', async () => {
    const { key, audio } = await payloadOf(getAudioCaptcha(fixture.account, callerOf(CALLER), {}));
    expect(audio).toMatch(/^data:audio\/wav;base64,/);
    expect(answers.get(key)).toMatch(/^audio:[0-9]{6}$/);
    expect(await typed(key, ` ${answerTo(key)}`)).toBe('success');
    expect(await typed(key, answerTo(key))).toBe('account.captchaWrong');
  });
});

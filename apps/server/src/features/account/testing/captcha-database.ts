/** Accounts whose captchas show their answers to the tests, and a simulated supplier of sliders, for all tests of a file. */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type HostedSlider, HostedSliderUnavailableError } from '../../../gateways/captcha/hosted-slider.ts';
import { createLocalCaptcha } from '../../../gateways/captcha/local-captcha.ts';
import { checkCaptcha } from '../captcha/captchas.ts';
import { getSlider } from '../captcha/get-slider.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from './account-fixture.ts';
import { callerOf, payloadOf } from './caller.ts';

export const CALLER = { address: '192.0.2.1' };

let subnets = 0;
/** Returns a client IP in a subnet that no other test uses, so that wrong sliders of one test do not affect another. */
export const elsewhere = (): { address: string } => {
  subnets += 1;
  return { address: `198.51.${subnets >> 8}.${subnets & 255}` };
};

export const withCaptchaDatabase = () => {
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
  let opened: AccountFixture | undefined;
  /** The answers by the key of their captcha, with their kind before a colon. */
  const answers = new Map<string, string>();
  const logged: string[] = [];
  beforeAll(async () => {
    const drawn = createLocalCaptcha();
    const puzzle = await drawn.createSlider();
    opened = await createAccountFixture({
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
  afterAll(() => opened?.drop());
  const fixture = (): AccountFixture => {
    if (opened === undefined) throw new Error('the database is open only in tests');
    return opened;
  };
  const answerTo = (key: string): string => (answers.get(key) ?? '').replace(/^\w+:/, '');
  const given = (captcha: string) => outcomeOf(checkCaptcha(fixture().account, { captcha }, elsewhere()));
  return {
    fixture,
    asked,
    answers,
    logged,
    answerTo,
    /** Checks typed characters. */
    typed: (captchaKey: string, captchaTxt: string) => outcomeOf(checkCaptcha(fixture().account, { captchaKey, captchaTxt })),
    /** Checks the token of a slider. */
    given,
    /** Checks a slider that was moved to `x`. */
    moved: (key: string, x: number) => given(JSON.stringify({ key, x })),
    /** Returns a new slider and the position of its gap. */
    gapOf: async (): Promise<{ key: string; gap: number }> => {
      const { key } = await payloadOf(getSlider(fixture().account, callerOf(CALLER), {}));
      return { key, gap: Number(answerTo(key)) };
    },
  };
};

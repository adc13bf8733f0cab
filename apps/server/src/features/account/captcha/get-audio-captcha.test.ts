import { describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { callerOf, payloadOf } from '../testing/caller.ts';
import { CALLER, withCaptchaDatabase } from '../testing/captcha-database.ts';
import { getAudioCaptcha } from './get-audio-captcha.ts';

testAccess('getAudioCaptcha', 'everyone');

const { fixture, answers, answerTo, typed } = withCaptchaDatabase();

describe('captchas of different kinds', () => {
  it('accept spoken digits once where the characters of a picture are expected', async () => {
    const { key, audio } = await payloadOf(getAudioCaptcha(fixture().account, callerOf(CALLER), {}));
    expect(audio).toMatch(/^data:audio\/wav;base64,/);
    expect(answers.get(key)).toMatch(/^audio:[0-9]{6}$/);
    expect(await typed(key, ` ${answerTo(key)}`)).toBe('success');
    expect(await typed(key, answerTo(key))).toBe('account.captchaWrong');
  });
});

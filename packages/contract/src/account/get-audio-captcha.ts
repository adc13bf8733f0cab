import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Returns a new audio captcha: spoken digits as a WAV data URL. It is solved like the image captcha, with `captchaKey` and `captchaTxt`.
 */
export const getAudioCaptcha = operation({
  name: 'getAudioCaptcha',
  method: 'GET',
  path: '/api/center-user/auth/getAudioCaptcha',
  summary: '获取语音验证码',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ refresh: z.string().max(64).optional() }),
  output: z.object({ audio: z.string(), key: z.string() }),
});

import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Returns a new image captcha; `img` is a PNG data URL. `refresh` is any text that makes the URL unique, so that no cache returns an
 * earlier response.
 */
export const getCaptcha = operation({
  name: 'getCaptcha',
  method: 'GET',
  path: '/api/center-user/auth/getCaptcha',
  summary: '获取图形验证码',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ refresh: z.string().max(64).optional() }),
  output: z.object({ img: z.string(), key: z.string() }),
});

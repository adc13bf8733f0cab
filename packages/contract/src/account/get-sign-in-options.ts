import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { signInProvider } from './sign-in-provider.ts';

/**
 * Returns the options of the sign-in panel: the provider of the slider captcha, and the providers that are available in this browser.
 */
export const getSignInOptions = operation({
  name: 'getSignInOptions',
  method: 'GET',
  path: '/api/center-user/auth/getSignInOptions',
  summary: '读取登录方式',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({}),
  output: z.object({
    /**
     * Provider of the slider captcha. `local`: the client calls `getSlider`; `aliyun`: it loads Aliyun's captcha script with `sceneId`,
     * `prefix` and `region`.
     */
    slider: z.discriminatedUnion('provider', [
      z.object({ provider: z.literal('local') }),
      z.object({ provider: z.literal('aliyun'), sceneId: z.string(), prefix: z.string(), region: z.string() }),
    ]),
    providers: z.array(signInProvider),
    /** The version of the terms that a new user agrees to. */
    termsVersion: z.number().int(),
  }),
});

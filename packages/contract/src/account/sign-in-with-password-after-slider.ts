import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { encryptedPassword, sliderAnswer } from './fields.ts';
import { phone } from './phone.ts';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from './session.ts';

/** Signs in with a password like `signInWithPassword`, but after a slider captcha instead of an image captcha. */
export const signInWithPasswordAfterSlider = operation({
  name: 'signInWithPasswordAfterSlider',
  method: 'POST',
  path: '/api/center-user/auth/loginByPasswordRequireCaptchaAliyun',
  summary: '密码登录（滑动验证）',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, password: encryptedPassword, captcha: sliderAnswer, ...signInFields }),
  output: loginResult,
  replay: 'never',
  errors: [
    'account.phoneInvalid',
    'account.sliderWrong',
    'account.credentialsWrong',
    'account.tooManyFailures',
    'account.passwordTransport',
    ...SIGN_IN_ERRORS,
  ],
  refusals: signInRefusals,
});

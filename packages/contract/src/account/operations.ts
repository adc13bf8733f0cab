import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { captchaFields, encryptedPassword, sliderAnswer, smsCodeText, smsType } from './fields.ts';
import { phone } from './phone.ts';
import { loginResult } from './session.ts';

const base = '/api/center-user/auth';

/** A new image captcha; `refresh` is any text and only defeats caches. `img` is a PNG data address. */
export const getCaptcha = operation({
  name: 'getCaptcha',
  method: 'GET',
  path: `${base}/getCaptcha`,
  summary: '获取图形验证码',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ refresh: z.string().max(64).optional() }),
  output: z.object({ img: z.string(), key: z.string() }),
});

/** A new captcha for who cannot see: spoken digits as a WAV data address; answered like the picture, by `captchaKey` and `captchaTxt`. */
export const getAudioCaptcha = operation({
  name: 'getAudioCaptcha',
  method: 'GET',
  path: `${base}/getAudioCaptcha`,
  summary: '获取语音验证码',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ refresh: z.string().max(64).optional() }),
  output: z.object({ audio: z.string(), key: z.string() }),
});

/** A new slider puzzle (product spec, section 2: 320 x 40, Chinese): the piece belongs where the picture has its gap. */
export const getSlider = operation({
  name: 'getSlider',
  method: 'GET',
  path: `${base}/getSlider`,
  summary: '获取滑动验证',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ refresh: z.string().max(64).optional() }),
  output: z.object({
    key: z.string(),
    /** CSS pixels. */
    width: z.number().int(),
    height: z.number().int(),
    pieceWidth: z.number().int(),
    /** PNG data addresses: the picture with the gap, and the piece (as high as the picture). */
    img: z.string(),
    piece: z.string(),
  }),
});

/** What the sign-in panel has to offer here: whose slider, and whether WeChat is set up. */
export const getSignInOptions = operation({
  name: 'getSignInOptions',
  method: 'GET',
  path: `${base}/getSignInOptions`,
  summary: '读取登录方式',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({}),
  output: z.object({
    /** `local`: `getSlider`; `aliyun`: the script of Aliyun's captcha with these names. */
    slider: z.discriminatedUnion('provider', [
      z.object({ provider: z.literal('local') }),
      z.object({ provider: z.literal('aliyun'), sceneId: z.string(), prefix: z.string(), region: z.string() }),
    ]),
    wechat: z.boolean(),
    /** The version of the terms a newcomer agrees to. */
    termsVersion: z.number().int(),
  }),
});

/** The public key passwords are encrypted with. `nonce` goes into the plaintext, once, before `expiresAt`. */
export const getRsaPublicKey = operation({
  name: 'getRsaPublicKey',
  method: 'GET',
  path: `${base}/getRsaPublicKey`,
  summary: '获取密码加密公钥',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({}),
  output: z.object({ rsaKey: z.string(), kid: z.string(), alg: z.literal('RSA-OAEP-256'), nonce: z.string(), expiresAt: z.number().int() }),
});

/** Sends an SMS code after an image captcha. `resendAt`: when the next may be asked for. */
export const sendSmsCode = operation({
  name: 'sendSmsCode',
  method: 'POST',
  path: `${base}/sendSmsCodeRequireCaptcha`,
  summary: '发送短信验证码',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, ...captchaFields, type: smsType }),
  output: z.object({ resendAt: z.number().int() }),
  errors: ['account.phoneInvalid', 'account.captchaWrong', 'account.smsTooSoon', 'account.smsBudget', 'account.smsUnavailable'],
});

/** The same after a slider: `captcha` is what the slider gave, ours (`sliderAnswer` as JSON) or Aliyun's verification text. */
export const sendSmsCodeAfterSlider = operation({
  name: 'sendSmsCodeAfterSlider',
  method: 'POST',
  path: `${base}/sendSmsCodeRequireCaptchaAliyun`,
  summary: '发送短信验证码（滑动验证）',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, type: smsType, captcha: sliderAnswer }),
  output: z.object({ resendAt: z.number().int() }),
  errors: ['account.phoneInvalid', 'account.sliderWrong', 'account.smsTooSoon', 'account.smsBudget', 'account.smsUnavailable'],
});

/** Sends the code for a new password; the one sending call without a captcha, under the same budgets. Answers alike for a number nobody has. */
export const sendResetCode = operation({
  name: 'sendResetCode',
  method: 'POST',
  path: `${base}/send-sms-code`,
  summary: '发送重置密码的短信验证码',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, type: z.literal('resetPassword') }),
  output: z.object({ resendAt: z.number().int() }),
  errors: ['account.phoneInvalid', 'account.smsTooSoon', 'account.smsBudget', 'account.smsUnavailable'],
});

/** Signs in with the SMS code. Creates the account when the number is new and `autoRegister` is not false. */
export const signInWithSmsCode = operation({
  name: 'signInWithSmsCode',
  method: 'POST',
  path: `${base}/login-by-tel`,
  summary: '短信验证码登录',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, code: smsCodeText, autoRegister: z.union([z.boolean(), z.stringbool()]).default(true) }),
  output: loginResult,
  errors: ['account.phoneInvalid', 'account.smsCodeWrong', 'account.notRegistered', 'account.frozen', 'account.tooManyFailures'],
});

/** Signs in with a password and an image captcha. */
export const signInWithPassword = operation({
  name: 'signInWithPassword',
  method: 'POST',
  path: `${base}/loginByPasswordRequireCaptcha`,
  summary: '密码登录',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, ...captchaFields, password: encryptedPassword }),
  output: loginResult,
  errors: [
    'account.phoneInvalid',
    'account.captchaWrong',
    'account.credentialsWrong',
    'account.tooManyFailures',
    'account.passwordTransport',
    'account.frozen',
  ],
});

/** The same after a slider. */
export const signInWithPasswordAfterSlider = operation({
  name: 'signInWithPasswordAfterSlider',
  method: 'POST',
  path: `${base}/loginByPasswordRequireCaptchaAliyun`,
  summary: '密码登录（滑动验证）',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, password: encryptedPassword, captcha: sliderAnswer }),
  output: loginResult,
  errors: [
    'account.phoneInvalid',
    'account.sliderWrong',
    'account.credentialsWrong',
    'account.tooManyFailures',
    'account.passwordTransport',
    'account.frozen',
  ],
});

/** Makes an account with a password for who holds the number (SMS type `binding`), and signs in. */
export const signUp = operation({
  name: 'signUp',
  method: 'POST',
  path: `${base}/registByTelEncrypt`,
  summary: '注册',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, smsCode: smsCodeText, password: encryptedPassword }),
  output: loginResult,
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.phoneTaken',
    'account.passwordWeak',
    'account.passwordTransport',
    'account.tooManyFailures',
  ],
});

/** A new password for who holds the number (SMS type `resetPassword`). Every session of the person ends. */
export const changePasswordBySms = operation({
  name: 'changePasswordBySms',
  method: 'POST',
  path: `${base}/change-password-by-sms`,
  summary: '用短信验证码修改密码',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, code: smsCodeText, password: encryptedPassword }),
  output: z.object({}),
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.passwordWeak',
    'account.passwordTransport',
    'account.tooManyFailures',
    'account.frozen',
  ],
});

/** Ends this session; the token is dead from now on. Succeeds also without one. */
export const signOut = operation({
  name: 'signOut',
  method: 'GET',
  path: '/api/user/auth/logout',
  summary: '退出登录',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({}),
});

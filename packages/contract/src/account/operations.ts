import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { phone } from './phone.ts';
import { loginResult, role } from './session.ts';

const base = '/api/center-user/auth';
const captchaFields = { captchaTxt: z.string().min(1).max(16), captchaKey: z.string().min(1).max(64) };
/** Ciphertext: base64 of RSA-OAEP-SHA-256 over JSON `{"pw","n"}`, prefixed by the key id and a colon. */
const encryptedPassword = z.string().min(1).max(2048);
export const smsType = z.enum(['login', 'binding', 'resetPassword']);
export type SmsType = z.output<typeof smsType>;

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

/** Signs in with the SMS code. Creates the account when the number is new and `autoRegister` is not false. */
export const signInWithSmsCode = operation({
  name: 'signInWithSmsCode',
  method: 'POST',
  path: `${base}/login-by-tel`,
  summary: '短信验证码登录',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, code: z.string().min(1).max(12), autoRegister: z.union([z.boolean(), z.stringbool()]).default(true) }),
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

/** The signed-in person. `tel` is masked. */
export const userInfo = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  tel: z.string(),
  hasPassword: z.boolean(),
  createdAt: z.number().int(),
});
export type UserInfo = z.output<typeof userInfo>;
export const getUserInfo = operation({
  name: 'getUserInfo',
  method: 'GET',
  path: '/api/user/userInfo/get',
  summary: '读取个人信息',
  input: z.object({}),
  output: userInfo,
});

/** The highest role in the order of product.md §5. */
export const getRole = operation({
  name: 'getRole',
  method: 'GET',
  path: '/api/my/getRole',
  summary: '读取角色',
  input: z.object({}),
  output: z.object({ role }),
});

/** The same answer under the newer address; clients keep it for `LIMITS.roleCacheMs`. */
export const getAuthRole = operation({
  name: 'getAuthRole',
  method: 'GET',
  path: '/apiv2/auth/get-role',
  summary: '读取角色（缓存五分钟）',
  input: z.object({}),
  output: z.object({ role }),
});

/** Every role the person holds; `scope` is empty for the whole platform. */
export const listAuthRoles = operation({
  name: 'listAuthRoles',
  method: 'GET',
  path: '/apiv2/auth/get-roles',
  summary: '读取全部角色',
  input: z.object({}),
  output: z.object({ roles: z.array(z.object({ role, scope: z.string() })) }),
});

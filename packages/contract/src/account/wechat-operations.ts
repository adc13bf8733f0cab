/** WeChat: the way out to its authorisation page, the way back, and tying it to an account (open.weixin.qq.com, website application). */
import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { smsCodeText } from './fields.ts';
import { phone } from './phone.ts';
import { userInfo } from './profile-operations.ts';
import { loginResult } from './session.ts';

const base = '/api/center-user/auth/wechat';

/** Where WeChat brings people back to: a page of the web client (product spec, section 2: "lesson connect dispatch"). */
export const WECHAT_RETURN_PATH = '/lesson/connect/dispatch';

/**
 * Begins. `proof` is 128 random bits the browser keeps (base64url): only who shows it again may finish. `returnTo` is a path of
 * this site. `embedUrl` shows the QR code in a frame, `popupUrl` in a window of its own.
 */
export const startWechat = operation({
  name: 'startWechat',
  method: 'POST',
  path: `${base}/start`,
  summary: '发起微信授权',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ proofHash: z.string().regex(/^[\w-]{43}$/), returnTo: z.string().max(2000).default('/') }),
  output: z.object({ embedUrl: z.string(), popupUrl: z.string(), expiresAt: z.number().int() }),
  errors: ['account.wechatOff'],
});

/**
 * Ends it with what WeChat brought back. `state` is good once, ten minutes, and only with the browser's `proof`.
 * `signedIn`: a known person; `needsPhone`: tie a number with `bindWechat`; `bound`: the signed-in caller now has WeChat.
 */
export const finishWechat = operation({
  name: 'finishWechat',
  method: 'POST',
  path: `${base}/finish`,
  summary: '完成微信授权',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ code: z.string().min(1).max(512), state: z.string().min(1).max(64), proof: z.string().regex(/^[\w-]{22}$/) }),
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('signedIn'), login: loginResult, returnTo: z.string() }),
    z.object({ outcome: z.literal('needsPhone'), ticket: z.string(), nickname: z.string(), returnTo: z.string() }),
    z.object({ outcome: z.literal('bound'), returnTo: z.string() }),
  ]),
  errors: ['account.wechatOff', 'account.wechatFailed', 'account.wechatTaken', 'account.frozen'],
});

/** Ties the WeChat of `ticket` to the account of a number (SMS type `binding`), made when there is none, and signs in. */
export const bindWechat = operation({
  name: 'bindWechat',
  method: 'POST',
  path: `${base}/bind`,
  summary: '微信绑定手机号',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ ticket: z.string().min(1).max(64), tel: phone, code: smsCodeText }),
  output: loginResult,
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.wechatFailed',
    'account.wechatTaken',
    'account.frozen',
    'account.tooManyFailures',
  ],
});

/** Unties WeChat. Refused to who has no number, for nobody could sign in any more. */
export const unbindWechat = operation({
  name: 'unbindWechat',
  method: 'POST',
  path: '/api/user/wechat/unbind',
  summary: '解除微信绑定',
  input: z.object({}),
  output: userInfo,
  errors: ['account.phoneMissing'],
});

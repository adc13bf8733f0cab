/** The signed-in person: who they are, their phone, their data, and leaving. */
import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { captchaFields, sliderAnswer, smsCodeText } from './fields.ts';
import { phone } from './phone.ts';
import { role } from './session.ts';

/** Control characters, breaks, directions and marks nobody sees; joiners inside pictographs may stay. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
export const nickname = z
  .string()
  .trim()
  .min(1, '请填写昵称')
  .max(30, '昵称最多 30 个字符')
  .refine((text) => !UNSEEN.test(text), '昵称不能含有换行、控制字符等看不见的字符');

/** The signed-in person. `tel` is masked. */
export const userInfo = z.object({
  id: z.string(),
  nickname: z.string(),
  /** Address of the picture; empty for the default person. */
  avatar: z.string(),
  tel: z.string(),
  hasPassword: z.boolean(),
  wechatBound: z.boolean(),
  createdAt: z.number().int(),
  /** The version of the terms last agreed to; 0 for none yet. */
  consentVersion: z.number().int(),
  /** When the account will be erased; null unless its owner asked for that. */
  closesAt: z.number().int().nullable(),
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

/** Changes what is given and leaves the rest. `avatarFileId`: a picture from `uploadImage`; null takes the default person. */
export const setUserInfo = operation({
  name: 'setUserInfo',
  method: 'POST',
  path: '/api/user/userInfo/set',
  summary: '修改个人信息',
  input: z.strictObject({ nickname: nickname.optional(), avatarFileId: z.string().min(1).max(64).nullable().optional() }),
  output: userInfo,
  errors: ['file.notFound'],
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

/**
 * Every role the person holds (`scope` is empty for the whole platform; `scopeName`: what that is called now), the names of all
 * `permission`s they give; of these `boundPermissions` reach those scopes only. For menus: each call is asked again by the server.
 */
export const listAuthRoles = operation({
  name: 'listAuthRoles',
  method: 'GET',
  path: '/apiv2/auth/get-roles',
  summary: '读取全部角色',
  input: z.object({}),
  output: z.object({
    roles: z.array(z.object({ role, scope: z.string(), scopeName: z.string().optional() })),
    permissions: z.array(z.string()),
    boundPermissions: z.array(z.string()).optional(),
  }),
});

/** Sends a `binding` code to the person's own number, which the client knows only masked. After a picture or a slider. */
export const sendCodeToMe = operation({
  name: 'sendCodeToMe',
  method: 'POST',
  path: '/api/user/phone/sendCode',
  summary: '向本人手机号发送短信验证码',
  input: z.union([z.object(captchaFields), z.object({ captcha: sliderAnswer })]),
  output: z.object({ resendAt: z.number().int() }),
  errors: [
    'account.captchaWrong',
    'account.sliderWrong',
    'account.smsTooSoon',
    'account.smsBudget',
    'account.smsUnavailable',
    'account.phoneMissing',
  ],
});

/** Moves the account to another number, proven by a code to the old (`oldCode`) and one to the new (`code`), both of type `binding`. */
export const changePhone = operation({
  name: 'changePhone',
  method: 'POST',
  path: '/api/user/phone/change',
  summary: '更换手机号',
  input: z.object({ oldCode: smsCodeText.optional(), tel: phone, code: smsCodeText }),
  output: userInfo,
  errors: ['account.phoneInvalid', 'account.oldCodeWrong', 'account.smsCodeWrong', 'account.phoneTaken', 'account.tooManyFailures'],
});

/** Records that the person agreed to a version of the terms. */
export const giveConsent = operation({
  name: 'giveConsent',
  method: 'POST',
  path: '/api/user/consent',
  summary: '同意用户协议',
  input: z.object({ version: z.coerce.number().int().min(1) }),
  output: userInfo,
  errors: ['account.consentOutdated'],
});

/** One copy of everything we hold about the person: asked for, being packed, ready to be fetched until `expiresAt`. */
export const dataExport = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  createdAt: z.number().int(),
  sizeBytes: z.number().int().nullable(),
  /** For `createDownLoadUrl`, once ready. */
  fileId: z.string().nullable(),
  expiresAt: z.number().int().nullable(),
});
export type DataExport = z.output<typeof dataExport>;

/** Begins a copy, or answers the one already being made. */
export const exportMyData = operation({
  name: 'exportMyData',
  method: 'POST',
  path: '/api/user/data/export',
  summary: '导出我的全部数据',
  input: z.object({}),
  output: dataExport,
});

/** The newest copy, if any. */
export const getDataExport = operation({
  name: 'getDataExport',
  method: 'GET',
  path: '/api/user/data/export/get',
  summary: '读取数据导出的进度',
  input: z.object({}),
  output: z.object({ export: dataExport.nullable() }),
});

/** Asks for the account to be erased after `LIMITS.closingMs`; proven by a `binding` code to the own number. Every session ends. */
export const closeAccount = operation({
  name: 'closeAccount',
  method: 'POST',
  path: '/api/user/cancel',
  summary: '注销账号',
  input: z.object({ code: smsCodeText }),
  output: z.object({ closesAt: z.number().int() }),
  errors: ['account.smsCodeWrong', 'account.tooManyFailures', 'account.phoneMissing'],
});

/** The change of mind: signing in again before the day and saying so. */
export const keepAccount = operation({
  name: 'keepAccount',
  method: 'POST',
  path: '/api/user/cancel/withdraw',
  summary: '撤销注销',
  input: z.object({}),
  output: userInfo,
});

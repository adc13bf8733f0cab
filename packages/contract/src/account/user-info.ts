/** Profile, phone number, personal data and closure of the caller's account. */
import { z } from 'zod';
import { signInProvider } from './sign-in-provider.ts';

/** Characters not allowed in a nickname: control characters, line separators and invisible ones, except zero-width joiners in emoji. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

export const nickname = z
  .string()
  .trim()
  .min(1, '请填写昵称')
  .max(30, '昵称最多 30 个字符')
  .refine((text) => !INVISIBLE.test(text), '昵称不能含有换行、控制字符等看不见的字符');

/** Profile of the caller. `tel` is the masked phone number. */
export const userInfo = z.object({
  id: z.string(),
  nickname: z.string(),
  /** URL of the user's picture; empty for the default avatar. */
  avatar: z.string(),
  tel: z.string(),
  hasPassword: z.boolean(),
  /** The providers whose users are linked to this account. */
  linkedProviders: z.array(signInProvider),
  createdAt: z.number().int(),
  /** The version of the terms to which the user last agreed; 0 if they have not agreed to any. */
  consentVersion: z.number().int(),
  /** Time when the account will be deleted, UTC ms; null if the user has not requested it. */
  closesAt: z.number().int().nullable(),
});

export type UserInfo = z.output<typeof userInfo>;

/** An export of all data about the user: queued, running, or ready for download until `expiresAt`. */
export const dataExport = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  /** Progress of the export, 0 to 1. */
  progress: z.number(),
  createdAt: z.number().int(),
  sizeBytes: z.number().int().nullable(),
  /** File id of the export for `createDownLoadUrl`; null until the export is ready. */
  fileId: z.string().nullable(),
  expiresAt: z.number().int().nullable(),
});

export type DataExport = z.output<typeof dataExport>;

/**
 * The upload token: lets the command line of a publisher call the operations of an upload in the name of a session. It has a key of its own,
 * and is worth nothing once the session has ended.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deviceCode } from '@shufang/contract';
import { z } from 'zod';
import type { AccountKeys } from '../account-keys.ts';

/** Texts that begin otherwise are no upload tokens; login tokens and access tokens have no dot at this place. */
const PREFIX = 'upload';
const TEXT_MAX = 512;

const body = z.tuple([z.string(), z.string(), deviceCode, z.number()]);

export interface UploadToken {
  readonly sid: string;
  readonly userId: string;
  readonly deviceType: z.output<typeof deviceCode>;
}

type UploadKeys = Pick<AccountKeys, 'uploadToken'>;

const macOf = (keys: UploadKeys, text: string): Buffer => createHmac('sha256', keys.uploadToken).update(text).digest();

export const sealUploadToken = (keys: UploadKeys, { sid, userId, deviceType }: UploadToken, expiresAt: number): string => {
  const text = Buffer.from(JSON.stringify([sid, userId, deviceType, expiresAt])).toString('base64url');
  return `${PREFIX}.${text}.${macOf(keys, text).toString('base64url')}`;
};

/** Returns the session of a valid upload token that has not expired, else undefined. Only the canonical encoding is accepted. */
export const openUploadToken = (keys: UploadKeys, token: string, nowMs: number): UploadToken | undefined => {
  const [prefix, text, mac, ...rest] = token.split('.');
  if (prefix !== PREFIX || text === undefined || mac === undefined || rest.length > 0 || token.length > TEXT_MAX) return undefined;
  const expected = macOf(keys, text);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || expected.toString('base64url') !== mac) return undefined;
  const [sid, userId, deviceType, expiresAt] = body.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return expiresAt > nowMs ? { sid, userId, deviceType } : undefined;
};

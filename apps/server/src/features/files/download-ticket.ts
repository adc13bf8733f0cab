/**
 * A download ticket: the part of a download URL that permits fetching one file for some minutes (security.md §2). It is bound to purpose,
 * file, user and session. It is signed with a key of its own, so that it cannot be confused with a content ticket.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export interface DownloadTicket {
  readonly fileId: string;
  readonly userId: string;
  /** Id of the session; the download ticket ends with it. */
  readonly sid: string;
  /** When the download ticket expires, UTC ms. */
  readonly expiresAt: number;
}

const TEXT_MAX = 512;
const body = z.tuple([z.string(), z.string(), z.string(), z.number()]);

const macOf = (secret: Uint8Array, text: string): Buffer =>
  createHmac('sha256', secret).update('download|').update(text).digest().subarray(0, 16);

export const sealDownloadTicket = (secret: Uint8Array, { fileId, userId, sid, expiresAt }: DownloadTicket): string => {
  const text = Buffer.from(JSON.stringify([fileId, userId, sid, expiresAt])).toString('base64url');
  return `${text}.${macOf(secret, text).toString('base64url')}`;
};

/** Returns the content of a valid download ticket that has not expired, else undefined. Only the canonical encoding is accepted. */
export const openDownloadTicket = (secret: Uint8Array, sealed: string, nowMs: number): DownloadTicket | undefined => {
  const [text, mac, ...rest] = sealed.split('.');
  if (text === undefined || mac === undefined || rest.length > 0 || sealed.length > TEXT_MAX) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(secret, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || expected.toString('base64url') !== mac) return undefined;
  const [fileId, userId, sid, expiresAt] = body.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return expiresAt > nowMs ? { fileId, userId, sid, expiresAt } : undefined;
};

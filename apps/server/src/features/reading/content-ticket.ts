/**
 * Short-lived proof in a content address that its holder may load files of one version (security.md §2). No login token and no phone is in it.
 * Tickets of one reader are equal within a time window, so that addresses, and with them the browser's cache, stay valid while a person reads.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@shufang/contract';
import type { Stretch } from './open-chapters.ts';

export interface ContentTicket {
  readonly versionId: string;
  /** `full`, or which documents of the reading order are open. */
  readonly scope: 'full' | readonly Stretch[];
  /** Session it ends with; absent for anonymous reading. */
  readonly sid: string | undefined;
  /** Whose reading it counts as; absent for anonymous reading. */
  readonly userId: string | undefined;
  /** UTC ms. */
  readonly expiresAt: number;
}

const WINDOW_MS = 6 * 3_600_000;

/** A trial of `LIMITS.trialChosenMax` chapters, none beside another, in a book of 10,000 documents. */
const TICKET_CHARS_MAX = 4_096;

/** Between one and two windows from now, and the same for all of the window. */
const expiryIn = (windowMs: number, nowMs: number): number => (Math.floor(nowMs / windowMs) + 2) * windowMs;

export const ticketExpiry = (nowMs: number): number => expiryIn(WINDOW_MS, nowMs);

/** For who reads by a place in an institution's licence: not longer than the place lasts without a sign of reading. */
export const placeTicketExpiry = (nowMs: number): number => expiryIn(LIMITS.licencePlaceMs / 2, nowMs);

const macOf = (secret: Uint8Array, body: string): Buffer =>
  createHmac('sha256', secret).update('content|').update(body).digest().subarray(0, 16);

export const sealTicket = (secret: Uint8Array, ticket: ContentTicket): string => {
  const body = Buffer.from(
    JSON.stringify([ticket.versionId, ticket.scope, ticket.sid ?? '', ticket.expiresAt, ticket.userId ?? '']),
  ).toString('base64url');
  return `${body}.${macOf(secret, body).toString('base64url')}`;
};

/** The ticket when its seal holds and it has not expired, else undefined. One canonical form only. */
export const openTicket = (secret: Uint8Array, text: string, nowMs: number): ContentTicket | undefined => {
  const [body, mac, ...rest] = text.split('.');
  if (body === undefined || mac === undefined || rest.length > 0 || text.length > TICKET_CHARS_MAX) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(secret, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || expected.toString('base64url') !== mac) return undefined;
  const [versionId, scope, sid, expiresAt, userId] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    'full' | readonly Stretch[],
    string,
    number,
    string,
  ];
  // Sealed by an earlier server: the reader asks for another.
  if (scope !== 'full' && !Array.isArray(scope)) return undefined;
  return expiresAt > nowMs ? { versionId, scope, sid: sid || undefined, expiresAt, userId: userId || undefined } : undefined;
};

/**
 * A content ticket: a short-lived token in a content URL that permits loading files of one version of a book (security.md §2). It contains
 * no session token and no phone number. The content tickets of one reader are equal within a time window, so that URLs and the browser's
 * cache stay valid while reading.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DocumentRange } from '@shufang/contract';
import { LruCache } from '../../platform/lru-cache.ts';
import { LICENSE_LIMITS } from '../license/limits.ts';

export interface ContentTicket {
  readonly versionId: string;
  /** The documents that may be read: `full`, or ranges of the reading order. */
  readonly scope: 'full' | readonly Readonly<DocumentRange>[];
  /** The session on which the content ticket depends; undefined for anonymous reading. */
  readonly sid: string | undefined;
  /** The user whose rate limit the reading counts against; undefined for anonymous reading. */
  readonly userId: string | undefined;
  /** Expiry time, UTC ms. */
  readonly expiresAt: number;
  /**
   * Revision of the holder's last revocation when the content ticket was sealed (`revocation-list.ts`): a later revocation invalidates it.
   */
  readonly revision: number;
  /** Institutions whose license opened the book; may be empty. */
  readonly institutionIds: readonly string[];
  /** Whether the files are downloaded under a lease, which is counted itself, so that its chapters are not (`reading-rate-limit.ts`). */
  readonly isLeased?: true;
}

const WINDOW_MS = 6 * 3_600_000;

export const TICKET_LIFETIME_MAX_MS = 2 * WINDOW_MS;

/** Maximum length of a content ticket: enough for a trial of `LIMITS.trialChosenMax` separate chapters in a book of 10,000 documents. */
const TICKET_CHARS_MAX = 4_096;

/** Returns the expiry time: between one and two windows from now, and the same for all calls within a window. */
const expiryIn = (windowMs: number, nowMs: number): number => (Math.floor(nowMs / windowMs) + 2) * windowMs;

export const ticketExpiry = (nowMs: number): number => expiryIn(WINDOW_MS, nowMs);

/**
 * Returns the expiry of content tickets for readers with a concurrent slot of a license: at most as long as the slot lasts without
 * activity.
 */
export const slotTicketExpiry = (nowMs: number): number => expiryIn(LICENSE_LIMITS.licenseSlotIdleMs / 2, nowMs);

/** What a ticket opens: the cleaned files of a book, or the original files of its documents with scripts. One is never accepted as the other. */
export type TicketPurpose = 'content' | 'script';

const macOf = (secret: Uint8Array, purpose: TicketPurpose, body: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}|`).update(body).digest().subarray(0, 16);

export const sealTicket = (secret: Uint8Array, ticket: ContentTicket, purpose: TicketPurpose = 'content'): string => {
  const { versionId, scope, sid = '', expiresAt, userId = '', revision, institutionIds, isLeased } = ticket;
  const fields = [versionId, scope, sid, expiresAt, userId, revision, institutionIds, ...(isLeased === true ? [1] : [])];
  const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${body}.${macOf(secret, purpose, body).toString('base64url')}`;
};

/** Returns the content ticket if its seal is valid and it has not expired, else undefined. Only the canonical encoding is accepted. */
export const openTicket = (
  secret: Uint8Array,
  text: string,
  nowMs: number,
  purpose: TicketPurpose = 'content',
): ContentTicket | undefined => {
  const [body, mac, ...rest] = text.split('.');
  if (body === undefined || mac === undefined || rest.length > 0 || text.length > TICKET_CHARS_MAX) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(secret, purpose, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || expected.toString('base64url') !== mac) return undefined;
  const [versionId, scope, sid, expiresAt, userId, revision, institutionIds, leased] = JSON.parse(
    Buffer.from(body, 'base64url').toString(),
  ) as [
    string,
    'full' | readonly Readonly<DocumentRange>[],
    string,
    number,
    string,
    number | undefined,
    readonly string[] | undefined,
    1 | undefined,
  ];
  // An earlier server version sealed this content ticket; the client requests another one.
  if (revision === undefined || institutionIds === undefined || (scope !== 'full' && !Array.isArray(scope))) return undefined;
  if (expiresAt <= nowMs) return undefined;
  return {
    versionId,
    scope,
    sid: sid || undefined,
    expiresAt,
    userId: userId || undefined,
    revision,
    institutionIds,
    ...(leased === 1 ? { isLeased: true } : {}),
  };
};

/** Number of content tickets whose seal was verified and that are cached. */
const VERIFIED_TICKETS = 1_000;

/**
 * Returns `openTicket` with a cache of verified content tickets: a reader sends the same one with each file of the book. Expiry is checked
 * each time.
 */
export const createTicketReader = (
  secret: Uint8Array,
  purpose: TicketPurpose = 'content',
): ((text: string, nowMs: number) => ContentTicket | undefined) => {
  const verified = new LruCache<string, ContentTicket>({ max: VERIFIED_TICKETS });
  return (text, nowMs) => {
    const cached = verified.get(text);
    if (cached !== undefined) return cached.expiresAt > nowMs ? cached : undefined;
    const ticket = openTicket(secret, text, nowMs, purpose);
    if (ticket !== undefined) verified.set(text, ticket);
    return ticket;
  };
};

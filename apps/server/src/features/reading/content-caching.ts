/** Who may cache a file of a book, and how long (docs/decisions/0025-cdn.md). */
import type { ContentCache } from '../../platform/cdn-settings.ts';
import type { ContentTicket } from './content-ticket.ts';

/** Longest time in seconds for which a shared cache may serve a file after the server has checked the ticket: a right ends within it. */
const SHARED_SECONDS_MAX = 60;

/** Returns whether the ticket is one that everybody gets: for a free book, or for the trial chapters of another. */
const isForEverybody = ({ sid, userId, institutionIds, isLeased }: ContentTicket): boolean =>
  sid === undefined && userId === undefined && institutionIds.length === 0 && isLeased !== true;

/** Returns the value of `Cache-Control`. A browser may store the file until the ticket expires, a shared cache only as the setting says. */
export const cacheControlOf = (ticket: ContentTicket, contentCache: ContentCache, nowMs: number): string => {
  const seconds = Math.floor((ticket.expiresAt - nowMs) / 1000);
  const isShared = contentCache === 'verified' || (contentCache === 'free' && isForEverybody(ticket));
  if (!isShared) return `private, max-age=${seconds}, immutable`;
  return `public, max-age=${seconds}, s-maxage=${Math.min(seconds, SHARED_SECONDS_MAX)}, immutable`;
};

/**
 * Limits how many chapters one reader may fetch, because fetching faster than reading is copying (security.md §3).
 * docs/decisions/0005-reading-rate-limit.md explains the rules.
 */
import type { Clock } from '../../platform/clock.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';
import { READING_LIMITS } from './limits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * Maximum number of readers in the cache. The reader who was counted least recently is dropped first, and chapters that this reader fetches
 * again count again.
 */
const READERS_CACHED_MAX = 2_000;

/** The reader whose chapters are counted: a signed-in user, or all anonymous readers of one subnet. */
export type RateLimitedReader = { readonly userId: string } | { readonly subnet: string };

export interface RequestedChapter {
  readonly versionId: string;
  /** Index of the document in the reading order; its segments are one chapter. */
  readonly index: number;
  /** Whether the document is downloaded under a lease, which is counted itself (`obtainLease`). */
  readonly isLeased?: boolean;
}

/** Counts a chapter before it is served. Returns 0 if it may be served, else the number of milliseconds to wait. */
export type ReadingRateLimit = (reader: RateLimitedReader, chapter: RequestedChapter) => Promise<number>;

/** Maximum number of documents in the cache that were downloaded under a lease; those that are dropped may be downloaded again. */
const LEASED_CACHED_MAX = 50_000;
const HOUR_MS = 3_600_000;

interface Fetched {
  /** Time of the request, UTC ms. */
  readonly at: number;
  /**
   * Whether the chapter counts against the per-minute limit. The chapter before or after one that was counted within the last minute does
   * not, because it is loaded ahead.
   */
  readonly isCounted: boolean;
}

const rulesOf = (reader: RateLimitedReader): { key: string; minute: RateLimitRule; day: RateLimitRule } => {
  const [key, perMinute, perDay] =
    'userId' in reader
      ? [`user:${reader.userId}`, READING_LIMITS.chaptersPerMinute, READING_LIMITS.chaptersPerDay]
      : [`network:${reader.subnet}`, READING_LIMITS.chaptersPerSubnetPerMinute, READING_LIMITS.chaptersPerSubnetPerDay];
  return { key: `reading:${key}`, minute: { points: perMinute, windowMs: MINUTE_MS }, day: { points: perDay, windowMs: DAY_MS } };
};

export const createReadingRateLimit = ({ limiter, clock }: { limiter: RateLimiter; clock: Clock }): ReadingRateLimit => {
  const readers = new LruCache<string, LruCache<string, Fetched>>({ max: READERS_CACHED_MAX });

  const fetchedBy = (key: string, max: number): LruCache<string, Fetched> => {
    const existing = readers.get(key);
    if (existing !== undefined) return existing;
    const fetched = new LruCache<string, Fetched>({ max });
    readers.set(key, fetched);
    return fetched;
  };

  const leased = new LruCache<string, { readonly since: number; readonly times: number }>({ max: LEASED_CACHED_MAX });
  /** Returns whether a document may be downloaded under a lease without counting as read. */
  const isFreeUnderLease = (name: string): boolean => {
    const before = leased.get(name);
    const { since, times } = before === undefined || before.since <= clock.now() - HOUR_MS ? { since: clock.now(), times: 0 } : before;
    leased.set(name, { since, times: times + 1 });
    return times < READING_LIMITS.leasedFetchesPerHour;
  };

  return async (reader, { versionId, index, isLeased }) => {
    const { key, minute, day } = rulesOf(reader);
    if (isLeased === true && isFreeUnderLease(`${key} ${versionId} ${index}`)) return 0;
    const fetched = fetchedBy(key, day.points);
    const now = clock.now();
    const name = `${versionId} ${index}`;
    const before = fetched.get(name);
    if (before !== undefined && before.at > now - DAY_MS) return 0;
    const isLoadedAhead = [index - 1, index + 1].some((adjacent) => {
      const beside = fetched.get(`${versionId} ${adjacent}`);
      return beside?.isCounted === true && beside.at > now - MINUTE_MS;
    });

    // The chapter is recorded before the limit is checked, because its segments are requested concurrently.
    fetched.set(name, { at: now, isCounted: !isLoadedAhead });
    try {
      for (const [part, rule] of [...(isLoadedAhead ? [] : [['minute', minute] as const]), ['day', day] as const]) {
        const { allowed, retryAfterMs } = await limiter.take(`${key}:${part}`, rule);
        if (allowed) continue;
        fetched.delete(name);
        return retryAfterMs;
      }
    } catch (error) {
      // Reading continues while the rate limiter is unavailable, because reading too fast sends no messages and costs no money.
      if (!(error instanceof RateLimiterUnavailableError)) throw error;
    }
    return 0;
  };
};

/** How many chapters one reader may fetch (security.md §3): what a person cannot read is being copied. docs/decisions/0005-reading-pace.md tells why it counts so. */
import { LIMITS } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Readers whose chapters are remembered; of the one who came longest ago they are forgotten, and would count again. */
const READERS_KEPT = 2_000;

/** A signed-in person, or everybody who reads without an account behind one network. */
export type PacedReader = { readonly userId: string } | { readonly network: string };

export interface PacedChapter {
  readonly versionId: string;
  /** Of the document in the reading order; its segments are one chapter. */
  readonly index: number;
}

/** Counts a chapter that is about to be served. Answers 0 when it may be, else the milliseconds until it may. */
export type ReadingPace = (reader: PacedReader, chapter: PacedChapter) => Promise<number>;

interface Fetched {
  /** UTC ms. */
  readonly at: number;
  /** Took one of the minute's; its neighbours come along for nothing. */
  readonly isCounted: boolean;
}

const rulesOf = (reader: PacedReader): { key: string; minute: RateLimitRule; day: RateLimitRule } => {
  const [key, perMinute, perDay] =
    'userId' in reader
      ? [`user:${reader.userId}`, LIMITS.chaptersPerMinute, LIMITS.chaptersPerDay]
      : [`network:${reader.network}`, LIMITS.chaptersPerNetworkPerMinute, LIMITS.chaptersPerNetworkPerDay];
  return { key: `reading:${key}`, minute: { points: perMinute, windowMs: MINUTE_MS }, day: { points: perDay, windowMs: DAY_MS } };
};

export const createReadingPace = ({ limiter, clock }: { limiter: RateLimiter; clock: Clock }): ReadingPace => {
  const readers = new Map<string, Map<string, Fetched>>();

  const fetchedBy = (key: string): Map<string, Fetched> => {
    const known = readers.get(key) ?? new Map<string, Fetched>();
    readers.delete(key);
    readers.set(key, known);
    const oldest = readers.size > READERS_KEPT ? readers.keys().next().value : undefined;
    if (oldest !== undefined) readers.delete(oldest);
    return known;
  };

  return async (reader, { versionId, index }) => {
    const { key, minute, day } = rulesOf(reader);
    const fetched = fetchedBy(key);
    const now = clock.now();
    const name = `${versionId} ${index}`;
    const before = fetched.get(name);
    if (before !== undefined && before.at > now - DAY_MS) return 0;
    const isLoadedAhead = [index - 1, index + 1].some((neighbour) => {
      const beside = fetched.get(`${versionId} ${neighbour}`);
      return beside?.isCounted === true && beside.at > now - MINUTE_MS;
    });

    // Noted before the count is known: the segments of a chapter are asked for at the same time.
    fetched.delete(name);
    fetched.set(name, { at: now, isCounted: !isLoadedAhead });
    const oldest = fetched.size > day.points ? fetched.keys().next().value : undefined;
    if (oldest !== undefined) fetched.delete(oldest);
    try {
      for (const [part, rule] of [...(isLoadedAhead ? [] : [['minute', minute] as const]), ['day', day] as const]) {
        const { allowed, retryAfterMs } = await limiter.take(`${key}:${part}`, rule);
        if (allowed) continue;
        fetched.delete(name);
        return retryAfterMs;
      }
    } catch (error) {
      // Without its counts reading goes on: nothing is sent and nothing is paid by it.
      if (!(error instanceof RateLimiterUnavailableError)) throw error;
    }
    return 0;
  };
};

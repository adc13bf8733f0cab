/** Decides for content requests whether the session of their content ticket is live, without a query for each image of a page. */
import { LruCache } from '../../../platform/lru-cache.ts';
import type { Account } from '../account.ts';
import { sessionEndedTopic } from '../sessions.ts';
import { isSessionLive } from './session-store.ts';

/**
 * Maximum age of a cached result (whether a session is live). It matters only if the event that a session has ended does not reach this
 * process.
 */
const CACHE_TTL_MS = 30_000;
const ENTRIES_MAX = 10_000;

/**
 * Returns the function that checks whether a session is valid. It queries the database at most once in 30 s for each session; an event that
 * the session has ended takes effect at once.
 */
export const createSessionWatch = ({
  db,
  clock,
  events,
}: Pick<Account, 'db' | 'clock' | 'events'>): ((sid: string) => Promise<boolean>) => {
  const cache = new LruCache<string, { until: number; unsubscribe: () => void }>({
    max: ENTRIES_MAX,
    onRemoved: ({ unsubscribe }) => unsubscribe(),
  });
  return async (sid) => {
    const nowMs = clock.now();
    const entry = cache.get(sid);
    if (entry !== undefined && entry.until > nowMs) return true;
    cache.delete(sid);
    if (!(await isSessionLive(db.orm, sid, nowMs))) return false;
    cache.set(sid, { until: nowMs + CACHE_TTL_MS, unsubscribe: events.subscribe(sessionEndedTopic(sid), () => cache.delete(sid)) });
    return true;
  };
};

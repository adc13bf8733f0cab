/** Tells content requests whether the session their ticket belongs to still lives, without a query for each picture of a page. */
import type { Account } from './account.ts';
import { isSessionLive } from './session-store.ts';
import { sessionEndedTopic } from './sessions.ts';

/** How long an answer may stand when the news of an end does not reach this process. */
const TRUST_MS = 30_000;
const KEPT_MAX = 10_000;

/** Asks the database once in 30 s for a session; an end heard on the event bus counts at once. */
export const createSessionWatch = ({
  db,
  clock,
  events,
}: Pick<Account, 'db' | 'clock' | 'events'>): ((sid: string) => Promise<boolean>) => {
  const trusted = new Map<string, { until: number; forget: () => void }>();
  const drop = (sid: string): void => {
    trusted.get(sid)?.forget();
    trusted.delete(sid);
  };
  return async (sid) => {
    const nowMs = clock.now();
    const known = trusted.get(sid);
    if (known !== undefined && known.until > nowMs) return true;
    drop(sid);
    if (!(await isSessionLive(db.orm, sid, nowMs))) return false;
    const oldest = trusted.size >= KEPT_MAX ? trusted.keys().next().value : undefined;
    if (oldest !== undefined) drop(oldest);
    drop(sid);
    trusted.set(sid, { until: nowMs + TRUST_MS, forget: events.subscribe(sessionEndedTopic(sid), () => drop(sid)) });
    return true;
  };
};

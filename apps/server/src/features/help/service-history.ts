/** The outage history of the service: recorded as changes, returned as periods. */
import { type getServiceStatus, LIMITS, type OutputOf } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { forgetChangesBefore, insertServiceChange, listServiceChanges, type ServiceChange } from './service-store.ts';

type Status = OutputOf<typeof getServiceStatus>;
type Part = Status['parts'][number]['part'];
type Outage = Status['history'][number];

const DAY_MS = 86_400_000;

/** Returns the outages, newest first; an outage without an end is still in progress. */
export const outagesOf = (changes: readonly ServiceChange[], since: number): Outage[] => {
  const open = new Map<Part, number>();
  const over: Outage[] = [];
  for (const { part, state, at } of changes) {
    const from = open.get(part);
    if (state === 'failed' && from === undefined) open.set(part, at);
    if (state === 'ok' && from !== undefined) {
      open.delete(part);
      over.push({ part, from, until: at });
    }
  }
  const now = [...open].map(([part, from]): Outage => ({ part, from }));
  return [...over.filter(({ until }) => until !== undefined && until >= since), ...now].toSorted((a, b) => b.from - a.from);
};

export interface ServiceHistory {
  /**
   * Records the result of the latest check. A failure of the database is recorded when the database responds again, with the time of the
   * check that found it.
   */
  record(parts: Status['parts']): Promise<void>;
  outages(): Promise<Outage[]>;
}

export const createServiceHistory = ({ db, clock }: { db: Database; clock: Clock }): ServiceHistory => {
  let last = new Map<Part, 'ok' | 'failed'>();
  let waiting: ServiceChange[] = [];
  return {
    record: async (parts) => {
      const at = clock.now();
      for (const { part, state } of parts) {
        if (state === 'off' || last.get(part) === state) continue;
        last.set(part, state);
        waiting.push({ part, state, at });
      }
      const changes = waiting;
      waiting = [];
      try {
        for (const change of changes) await insertServiceChange(db.orm, change);
        if (changes.length > 0) await forgetChangesBefore(db.orm, at - LIMITS.serviceHistoryDays * DAY_MS);
      } catch (error) {
        waiting = [...changes, ...waiting];
        if (parts.some(({ part, state }) => part === 'library' && state === 'failed')) return;
        last = new Map();
        throw error;
      }
    },
    outages: async () => outagesOf(await listServiceChanges(db.orm), clock.now() - LIMITS.serviceHistoryDays * DAY_MS),
  };
};

/** When parts of the service were out of order: noted as they change, told as spans of time. */
import { type getServiceStatus, LIMITS, type OutputOf } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { forgetChangesBefore, insertServiceChange, listServiceChanges, type ServiceChange } from './service-store.ts';

type Status = OutputOf<typeof getServiceStatus>;
type Part = Status['parts'][number]['part'];
type Outage = Status['history'][number];

const DAY_MS = 86_400_000;

/** Spans out of order, the newest first; one without an end is not over. */
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
  /** What was just found. A failing database is told of once it answers again, with the time it was found. */
  note(parts: Status['parts']): Promise<void>;
  outages(): Promise<Outage[]>;
}

export const createServiceHistory = ({ db, clock }: { db: Database; clock: Clock }): ServiceHistory => {
  let told = new Map<Part, 'ok' | 'failed'>();
  let waiting: ServiceChange[] = [];
  return {
    note: async (parts) => {
      const at = clock.now();
      for (const { part, state } of parts) {
        if (state === 'off' || told.get(part) === state) continue;
        told.set(part, state);
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
        told = new Map();
        throw error;
      }
    },
    outages: async () => outagesOf(await listServiceChanges(db.orm), clock.now() - LIMITS.serviceHistoryDays * DAY_MS),
  };
};

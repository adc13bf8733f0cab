/** Merges a record of the server with the local one: the server wins, except for pending changes of this device. Pure. */
import type { Hlc } from '@shufang/contract';

export interface ClockedRecord {
  record: Readonly<Record<string, unknown>>;
  clocks: Readonly<Record<string, Hlc>>;
}

/**
 * A field keeps its local value only while a change of it is pending in the outbox (`waiting`) with a later timestamp. All other fields
 * take the value of the server, even if the local timestamp is later: the server reduces timestamps that are in the future, and its values
 * are the same for all devices.
 */
export const mergeRecord = (
  local: ClockedRecord | undefined,
  remote: ClockedRecord,
  waiting: ReadonlySet<string>,
): { record: Record<string, unknown>; clocks: Record<string, Hlc> } => {
  const record: Record<string, unknown> = {};
  const clocks: Record<string, Hlc> = {};
  const fields = new Set([
    ...Object.keys(remote.record),
    ...Object.keys(remote.clocks),
    ...Object.keys(local?.record ?? {}),
    ...Object.keys(local?.clocks ?? {}),
  ]);
  for (const field of fields) {
    const localClock = local?.clocks[field];
    const remoteClock = remote.clocks[field];
    const isLocalNewer = waiting.has(field) && localClock !== undefined && (remoteClock === undefined || localClock > remoteClock);
    const source = isLocalNewer && local ? local : remote;
    const clock = isLocalNewer ? localClock : remoteClock;
    if (source.record[field] !== undefined) record[field] = source.record[field];
    if (clock !== undefined) clocks[field] = clock;
  }
  return { record, clocks };
};

export const latestStamp = (stamps: readonly Hlc[]): Hlc | undefined =>
  stamps.reduce<Hlc | undefined>((latest, stamp) => (latest === undefined || stamp > latest ? stamp : latest), undefined);

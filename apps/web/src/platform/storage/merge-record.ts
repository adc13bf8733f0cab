/** Joins what the server holds with what this device holds: the server's word, but for changes of this device that still wait. Pure. */
import type { Hlc } from '@shufang/contract';

export interface ClockedRecord {
  record: Readonly<Record<string, unknown>>;
  clocks: Readonly<Record<string, Hlc>>;
}

/**
 * A field stays as it is here only while a change of it waits in the outbox (`waiting`) with a later stamp. Everything else follows the server,
 * also where this device's stamp is later: the server takes stamps of a clock that runs ahead down, and its word is what all devices share.
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
    const keepsLocal = waiting.has(field) && localClock !== undefined && (remoteClock === undefined || localClock > remoteClock);
    const source = keepsLocal && local ? local : remote;
    const clock = keepsLocal ? localClock : remoteClock;
    if (source.record[field] !== undefined) record[field] = source.record[field];
    if (clock !== undefined) clocks[field] = clock;
  }
  return { record, clocks };
};

/** The latest stamp among `clocks`. */
export const latestStamp = (clocks: Readonly<Record<string, Hlc>>): Hlc | undefined =>
  Object.values(clocks).reduce<Hlc | undefined>((latest, stamp) => (latest === undefined || stamp > latest ? stamp : latest), undefined);

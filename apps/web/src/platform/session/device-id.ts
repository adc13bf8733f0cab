/**
 * Id of this installation among the user's devices: `X-Device-Id`, and the device of sync changes. Validated without a schema, because the
 * inline script of the reading page contains this module (`early-open/main.ts`).
 */
import { newId } from '@shufang/contract';
import { CLIENT_LIMITS } from '../limits.ts';
import { findEntry, storeEntry } from './stored-entry.ts';

const KEY = 'deviceId';
const DEVICE_ID = /^[0-9a-z]{6,32}$/;
let cachedId: string | undefined;

/** Returns the id: created once, stored for a year from the last start; without local storage it lives as long as the page. */
export const deviceId = (): string => {
  if (cachedId !== undefined) return cachedId;
  const nowMs = Date.now();
  const stored = findEntry(KEY, nowMs)?.value;
  const id = typeof stored === 'string' && DEVICE_ID.test(stored) ? stored : newId(nowMs);
  storeEntry(KEY, { value: id, expiresAt: nowMs + CLIENT_LIMITS.storedValueLifetimeMs });
  cachedId = id;
  return id;
};

/**
 * Idempotency keys of POST calls (`X-Op-Id`). A call without a response may have been executed: if the user repeats it within ten minutes,
 * it reuses the key and the server executes it once (security.md T34). Stored in memory only.
 */
import { newId, type Operation } from '@shufang/contract';
import { LruMap } from '../lru-map.ts';

const REUSE_WINDOW_MS = 10 * 60_000;
/** Maximum number of calls without a response; the oldest is dropped. */
const PENDING_MAX = 100;

interface PendingCall {
  readonly operationName: string;
  readonly opId: string;
  readonly at: number;
}

const pendingCalls = new LruMap<string, PendingCall>(PENDING_MAX);

export interface IdempotencyKey {
  readonly opId: string;
  /** Called when a final response has arrived: the next call of this operation gets a new key. */
  complete: () => void;
  /** Called when no final response has arrived: a repetition of the call reuses the key. */
  retain: () => void;
}

/** Returns the key of a call. `input`: everything that identifies the request, as JSON. */
export const openIdempotencyKey = (operation: Operation, input: unknown, nowMs: number = Date.now()): IdempotencyKey => {
  const key = `${operation.name}\n${JSON.stringify(input)}`;
  const pending = pendingCalls.get(key);
  const opId = pending !== undefined && nowMs - pending.at < REUSE_WINDOW_MS ? pending.opId : newId();
  return {
    opId,
    complete: () => {
      for (const [other, { operationName }] of pendingCalls) if (operationName === operation.name) pendingCalls.delete(other);
    },
    retain: () => {
      // The ten minutes count from the first attempt of the call.
      const at = pending?.opId === opId ? pending.at : nowMs;
      pendingCalls.set(key, { operationName: operation.name, opId, at });
    },
  };
};

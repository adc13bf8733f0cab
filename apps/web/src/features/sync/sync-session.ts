/**
 * Synchronizes one signed-in owner's records with the server: pushes, pulls, listens to the event stream, and retries. One per page; tabs
 * of a browser coordinate by locks.
 */
import { liveQuery } from 'dexie';
import { retryDelayMs } from '../../platform/api/retry-delay.ts';
import { markSyncFailed } from '../../platform/storage/first-pull.ts';
import type { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { pullRecords } from './pull-records.ts';
import { pushOutbox } from './push-outbox.ts';
import { SyncFailure, type SyncFailureKind, type SyncTransport } from './sync-transport.ts';

export type SyncPhase = 'idle' | 'working' | SyncFailureKind;

/** Platform functions used by a session; tests replace them. */
export interface SyncEnvironment {
  /** Runs `work` while holding the lock `name`, which only one tab can hold at a time. */
  withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Waits for `ms` milliseconds; `signal` ends the wait early. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Calls `wake` when the server is reachable again, the page becomes visible, or the user retries. Returns a function that stops listening. */
  onReturn(wake: () => void): () => void;
}

export interface SyncSession {
  /** Requests a sync round now. */
  requestRound(): void;
  stop(): void;
}

const LONGEST_RETRY_MS = 60_000;
/** Interval at which changes are pulled even without an event, in case the event stream misses one. */
const POLL_MS = 30_000;

const failureOf = (cause: unknown): SyncFailureKind => (cause instanceof SyncFailure ? cause.kind : 'refused');

export const startSyncSession = (
  db: ReaderDatabase,
  owner: string,
  transport: SyncTransport,
  environment: SyncEnvironment,
  onPhase: (phase: SyncPhase) => void,
): SyncSession => {
  const ending = new AbortController();
  const { signal } = ending;
  let sleep = new AbortController();
  let isRequested = false;
  /** Whether changes were written since the last round began, and how many rounds have failed in sequence. */
  let hasChanges = false;
  let failures = 0;
  const requestRound = (): void => {
    isRequested = true;
    sleep.abort();
  };

  const round = async (): Promise<void> => {
    onPhase('working');
    await environment.withLock(`shufang-sync-${owner}`, signal, async () => {
      await pushOutbox(db, owner, transport);
      await pullRecords(db, owner, transport);
    });
    onPhase('idle');
  };

  const runRounds = async (): Promise<void> => {
    while (!signal.aborted) {
      sleep = new AbortController();
      let pauseMs = POLL_MS;
      try {
        await round();
        failures = 0;
      } catch (cause) {
        if (signal.aborted) return;
        failures += 1;
        hasChanges = false;
        onPhase(failureOf(cause));
        markSyncFailed(owner);
        pauseMs = retryDelayMs(failures, environment.random(), LONGEST_RETRY_MS);
      }
      if (!isRequested && !hasChanges) await environment.wait(pauseMs, sleep.signal);
      isRequested = false;
      hasChanges = false;
    }
  };

  const runStream = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await environment.withLock(`shufang-stream-${owner}`, signal, () =>
          transport.listen(
            signal,
            () => {
              failures = 0;
              requestRound();
            },
            requestRound,
          ),
        );
        failures += 1;
      } catch {
        // An error of the stream is not shown: the stream only reduces delays, and sync rounds report network errors.
        failures += 1;
      }
      if (!signal.aborted) await environment.wait(retryDelayMs(failures, environment.random(), LONGEST_RETRY_MS), signal);
    }
  };

  const outbox = liveQuery(() => db.outbox.where('[owner+state]').equals([owner, 'waiting']).count()).subscribe((waiting) => {
    // After a failed round changes wait with the others for the next attempt; otherwise every turned page would be an attempt of its own.
    if (waiting === 0 || failures > 0) return;
    hasChanges = true;
    sleep.abort();
  });
  const stopReturning = environment.onReturn(requestRound);
  void runRounds();
  void runStream();
  return {
    requestRound,
    stop: () => {
      ending.abort();
      sleep.abort();
      outbox.unsubscribe();
      stopReturning();
    },
  };
};

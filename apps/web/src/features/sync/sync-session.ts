/** Keeps one signed-in owner's records level with the server: pushes, pulls, listens, and tries again. One per page; tabs of a browser take turns by locks. */
import { liveQuery } from 'dexie';
import { noteRoundFailed } from '../../platform/storage/first-pull.ts';
import type { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { pullRecords } from './pull-records.ts';
import { pushOutbox } from './push-outbox.ts';
import { SyncFailure, type SyncFailureKind, type SyncTransport } from './sync-transport.ts';

export type SyncPhase = 'idle' | 'working' | SyncFailureKind;

/** The parts of the platform a session leans on, so that tests decide them. */
export interface SyncEnvironment {
  /** Runs `work` while no other tab holds `name`. */
  withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Waits, cut short by `signal`. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  /** Calls back when the network or the person comes back, or the person asks to try again; returns how to stop. */
  onReturn(wake: () => void): () => void;
}

export interface SyncSession {
  /** Asks for a round now. */
  poke(): void;
  stop(): void;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** Safety net beside the stream. */
const POLL_MS = 30_000;

/** Doubles up to a minute, give or take a fifth, so that a class that lost its network does not come back in one second. */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10)) * (0.8 + 0.4 * random);

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
  let asked = false;
  const poke = (): void => {
    asked = true;
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

  const keepLevel = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      sleep = new AbortController();
      let pauseMs = POLL_MS;
      asked = false;
      try {
        await round();
        failures = 0;
      } catch (cause) {
        if (signal.aborted) return;
        failures += 1;
        onPhase(failureOf(cause));
        noteRoundFailed(owner);
        pauseMs = retryDelayMs(failures, environment.random());
      }
      if (!asked) await environment.wait(pauseMs, sleep.signal);
    }
  };

  const keepListening = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await environment.withLock(`shufang-stream-${owner}`, signal, () =>
          transport.listen(
            signal,
            () => {
              failures = 0;
              poke();
            },
            poke,
          ),
        );
        failures += 1;
      } catch {
        // The stream only shortens the wait: rounds and the safety poll report what is wrong with the network.
        failures += 1;
      }
      if (!signal.aborted) await environment.wait(retryDelayMs(failures, environment.random()), signal);
    }
  };

  const outbox = liveQuery(() => db.outbox.where('[owner+state]').equals([owner, 'waiting']).count()).subscribe((waiting) => {
    if (waiting > 0) poke();
  });
  const stopReturning = environment.onReturn(poke);
  void keepLevel();
  void keepListening();
  return {
    poke,
    stop: () => {
      ending.abort();
      sleep.abort();
      outbox.unsubscribe();
      stopReturning();
    },
  };
};

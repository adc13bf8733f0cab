/** Starts the sync session of whoever is signed in, once a page however many screens ask, and tells how things stand. */
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useSession } from '../../platform/session/session.ts';
import { type OutboxEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { browserEnvironment } from './browser-environment.ts';
import { httpTransport } from './http-transport.ts';
import { type SyncPhase, type SyncSession, startSyncSession } from './sync-session.ts';

const usePhase = create<{ phase: SyncPhase }>(() => ({ phase: 'working' }));

let running: { owner: string; session: SyncSession; users: number } | undefined;

const enter = (owner: string): (() => void) => {
  if (running?.owner !== owner) {
    running?.session.stop();
    usePhase.setState({ phase: 'working' });
    const session = startSyncSession(readerDatabase(), owner, httpTransport, browserEnvironment, (phase) => usePhase.setState({ phase }));
    running = { owner, session, users: 0 };
  }
  const mine = running;
  mine.users += 1;
  return () => {
    mine.users -= 1;
    if (mine.users > 0) return;
    mine.session.stop();
    if (running === mine) running = undefined;
  };
};

/** Keeps the signed-in person's records level with the server while the component is on the screen. */
export const useKeepSynced = (): void => {
  const owner = useSession((session) => session.userId);
  useEffect(() => (owner === undefined ? undefined : enter(owner)), [owner]);
};

/** `local`: everything is on this device, something still waits for the server. */
export type SyncStanding = 'signedOut' | 'offline' | 'local' | 'synced';

export interface SyncState {
  readonly standing: SyncStanding;
  /** Changes that wait for the server. */
  readonly waiting: number;
  /** Changes the server will not take. */
  readonly rejected: readonly OutboxEntry[];
}

export const useSyncState = (): SyncState => {
  const owner = useSession((session) => session.userId);
  const phase = usePhase((state) => state.phase);
  const outbox = useLiveQuery(async () => {
    if (owner === undefined) return { waiting: 0, rejected: [] };
    const db = readerDatabase();
    return {
      waiting: await db.outbox.where('[owner+state]').equals([owner, 'waiting']).count(),
      rejected: await db.outbox.where('[owner+state]').equals([owner, 'rejected']).toArray(),
    };
  }, [owner]);
  const { waiting, rejected } = outbox ?? { waiting: 0, rejected: [] };
  const standing =
    owner === undefined || phase === 'signedOut'
      ? 'signedOut'
      : phase === 'offline'
        ? 'offline'
        : waiting > 0 || phase === 'refused'
          ? 'local'
          : 'synced';
  return { standing, waiting, rejected };
};

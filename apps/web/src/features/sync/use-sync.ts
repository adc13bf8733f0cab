/** Runs one sync session per page for the signed-in user, and returns the sync status. */
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

/** Synchronizes the signed-in user's records with the server while the component is mounted. */
export const useSync = (): void => {
  const owner = useSession((session) => session.userId);
  useEffect(() => (owner === undefined ? undefined : enter(owner)), [owner]);
};

/** Where the user's changes are. `local`: all are stored on this device, and some are not on the server yet. */
export type SyncStatus = 'signedOut' | 'offline' | 'local' | 'synced';

export interface SyncState {
  readonly status: SyncStatus;
  /** Number of changes that are not on the server yet. */
  readonly waiting: number;
  /** Changes that the server rejected. */
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
  const status =
    owner === undefined || phase === 'signedOut'
      ? 'signedOut'
      : phase === 'offline'
        ? 'offline'
        : waiting > 0 || phase === 'refused'
          ? 'local'
          : 'synced';
  return { status, waiting, rejected };
};

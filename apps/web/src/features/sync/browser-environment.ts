/** The functions of the platform that a sync session uses in a browser tab. */
import { onReachable } from '../../platform/api/connection.ts';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import type { SyncEnvironment } from './sync-session.ts';

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });

export const browserEnvironment: SyncEnvironment = {
  // Web Locks are missing on plain http; without a lock two tabs may send the same changes, which is safe but wasteful.
  withLock: async (name, signal, work) => ('locks' in navigator ? navigator.locks.request(name, { signal }, () => work()) : work()),
  wait: waitFor,
  random: Math.random,
  onReturn: (wake) => {
    const whenVisible = (): void => {
      if (document.visibilityState === 'visible') wake();
    };
    const stopReaching = onReachable(wake);
    document.addEventListener('visibilitychange', whenVisible);
    const stopHearing = onBroadcast('reloadRequest', wake);
    return () => {
      stopHearing();
      stopReaching();
      document.removeEventListener('visibilitychange', whenVisible);
    };
  },
};

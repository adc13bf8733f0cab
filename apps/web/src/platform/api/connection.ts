/** Connection state, derived from the last calls of this page; while offline, checks the server periodically. */
import { create } from 'zustand';
import { retryDelayMs } from './retry-delay.ts';
import { serverUrl } from './server-url.ts';

interface Connection {
  readonly isOffline: boolean;
  /** Whether the network alert is open; other views then do not repeat its message. */
  readonly isAlerted: boolean;
}

export const useConnection = create<Connection>(() => ({ isOffline: false, isAlerted: false }));

/** Longest time between two checks of the server: a reader who is connected again sees it within this time even without a browser event. */
const LONGEST_CHECK_MS = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;

export const markReachable = (): void => {
  clearTimeout(timer);
  timer = undefined;
  if (useConnection.getState().isOffline) useConnection.setState({ isOffline: false });
};

const checkHealth = async (): Promise<void> => {
  try {
    if ((await fetch(serverUrl('/healthz'), { cache: 'no-store', credentials: 'omit' })).ok) markReachable();
  } catch {
    // The server is still unreachable, so it is checked again later.
  }
};

const checkLater = (failures: number): void => {
  const check = async (): Promise<void> => {
    await checkHealth();
    if (useConnection.getState().isOffline) checkLater(failures + 1);
  };
  timer = setTimeout(() => void check(), retryDelayMs(failures, Math.random(), LONGEST_CHECK_MS));
};

export const markUnreachable = (): void => {
  if (useConnection.getState().isOffline) return;
  useConnection.setState({ isOffline: true });
  checkLater(1);
};

/** Calls `listener` each time the server is reachable again after it was not. Returns a function that stops this. */
export const onReachable = (listener: () => void): (() => void) =>
  useConnection.subscribe((now, before) => {
    if (before.isOffline && !now.isOffline) listener();
  });

/** Listens to the browser's online and offline events; call once when the page starts. */
export const followConnection = (): void => {
  addEventListener('offline', markUnreachable);
  addEventListener('online', () => void checkHealth());
};

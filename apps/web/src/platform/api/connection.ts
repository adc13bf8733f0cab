/** Connection state, derived from the last calls of this page; while offline, checks the server periodically. */
import { create } from 'zustand';
import { serverUrl } from './server-url.ts';

interface Connection {
  readonly isOffline: boolean;
  /** Whether the network alert is open; other views then do not repeat its message. */
  readonly isAlerted: boolean;
}

export const useConnection = create<Connection>(() => ({ isOffline: false, isAlerted: false }));

const CHECK_INTERVAL_MS = 10_000;

let timer: ReturnType<typeof setInterval> | undefined;

export const markReachable = (): void => {
  clearInterval(timer);
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

export const markUnreachable = (): void => {
  timer ??= setInterval(() => void checkHealth(), CHECK_INTERVAL_MS);
  if (!useConnection.getState().isOffline) useConnection.setState({ isOffline: true });
};

/** Listens to the browser's online and offline events; call once when the page starts. */
export const followConnection = (): void => {
  addEventListener('offline', markUnreachable);
  addEventListener('online', () => void checkHealth());
};

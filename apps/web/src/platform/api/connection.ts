/** Connection state, derived from the last calls of this page; while offline, checks the server periodically. */
import { create } from 'zustand';
import { CLIENT_LIMITS } from '../limits.ts';
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
/** A server that is lost again within this time after it was reachable counts as unsteady. */
const STEADY_MS = 60_000;
/** Longest time before listeners hear that an unsteady server is reachable. */
const LONGEST_PAUSE_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let announcement: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
/** Number of consecutive losses of an unsteady server, and when it was last reachable again, UTC ms. */
let losses = 0;
let reachableAt = Number.NEGATIVE_INFINITY;

const announce = (): void => {
  announcement = undefined;
  reachableAt = Date.now();
  for (const listener of listeners) listener();
};

export const markReachable = (): void => {
  clearTimeout(timer);
  timer = undefined;
  if (!useConnection.getState().isOffline) return;
  useConnection.setState({ isOffline: false });
  // Listeners repeat their calls. If one of these calls fails each time while others succeed, every repetition would cause the next one.
  if (losses < 2) announce();
  else announcement = setTimeout(announce, retryDelayMs(losses - 1, Math.random(), LONGEST_PAUSE_MS));
};

const checkHealth = async (): Promise<void> => {
  try {
    const signal = AbortSignal.timeout(CLIENT_LIMITS.requestTimeoutMs);
    if ((await fetch(serverUrl('/healthz'), { cache: 'no-store', credentials: 'omit', signal })).ok) markReachable();
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
  // A loss before the last return was announced belongs to the same unsteady connection.
  losses = announcement !== undefined || Date.now() - reachableAt < STEADY_MS ? losses + 1 : 1;
  clearTimeout(announcement);
  announcement = undefined;
  useConnection.setState({ isOffline: true });
  checkLater(1);
};

/**
 * Calls `listener` each time the server is reachable again after it was not: at once, or after a growing delay if the server is unsteady.
 * Returns a function that stops this.
 */
export const onReachable = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Listens to the browser's online and offline events; call once when the page starts. */
export const followConnection = (): void => {
  addEventListener('offline', markUnreachable);
  addEventListener('online', () => void checkHealth());
};

/**
 * Refreshes the session of an active client when the last refresh is older than 12 hours, in one tab at a time. An unused session ends 15
 * days after its last refresh, on the client and the server.
 */
import { refreshSession } from '@shufang/contract';
import { z } from 'zod';
import { CLIENT_LIMITS } from '../limits.ts';
import { findSessionToken } from '../session/session.ts';
import { sessionValues, storeRefresh } from '../session/session-values.ts';
import { storedValue } from '../session/stored-value.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';

const LOCK = 'refresh-session';
/** How often a visible page checks whether a refresh is due. */
const CHECK_INTERVAL_MS = 10 * 60_000;
/**
 * Marker that a tab is refreshing the session, stored for the duration of a call. Replaces the lock where the Web Locks API is missing
 * (plain http).
 */
const refreshing = storedValue('sessionRefreshing', z.literal(true), CLIENT_LIMITS.requestTimeoutMs);

const isDue = (nowMs: number): boolean => {
  const storedAt = sessionValues.dpAuth.findStoredAt(nowMs);
  return storedAt !== undefined && nowMs - storedAt >= CLIENT_LIMITS.refreshAfterMs;
};

/**
 * Runs `work`, unless another tab is running it. The server tolerates concurrent refreshes, so the marker that replaces a missing lock need
 * not be exact.
 */
const inOneTab = async (work: () => Promise<void>): Promise<void> => {
  // On pages over plain http the Web Locks API is undefined, although its type says otherwise.
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  if (locks !== undefined) {
    await locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
    });
    return;
  }
  if (refreshing.find() !== undefined) return;
  refreshing.store(true);
  try {
    await work();
  } finally {
    refreshing.remove();
  }
};

const refresh = async (): Promise<void> => {
  const token = findSessionToken();
  const center = sessionValues.centerToken.find();
  // The session values are read again, because another tab may have refreshed the session in the meantime.
  if (token === undefined || center === undefined || !isDue(Date.now())) return;
  const result = await call(refreshSession, { refresh_token: center.refresh_token });
  // The result is stored only if the session is still the same, so that it does not undo a sign-out or a new sign-in during the call.
  if (findSessionToken() === token) storeRefresh(result);
};

/** Refreshes the session if due. A failure that ends the session is announced by the API client; otherwise it is retried later. */
export const refreshIfDue = async (): Promise<void> => {
  if (document.visibilityState !== 'visible' || !isDue(Date.now())) return;
  try {
    await inOneTab(refresh);
  } catch (error) {
    if (!(error instanceof ApiError)) reportError(error);
  }
};

/** Checks on page start, focus, visibility and online events, and periodically. Call once. Returns the function that stops it. */
export const keepSessionAlive = (): (() => void) => {
  const check = (): void => void refreshIfDue();
  check();
  const stop = new AbortController();
  for (const event of ['focus', 'online']) addEventListener(event, check, { signal: stop.signal });
  document.addEventListener('visibilitychange', check, { signal: stop.signal });
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  return () => {
    stop.abort();
    clearInterval(timer);
  };
};

import { refreshSession, type SessionCredentials } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { CLIENT_LIMITS } from '../limits.ts';
import { endSession } from '../session/session.ts';
import { sessionValues, storeSignIn } from '../session/session-values.ts';
import { keepSessionAlive, refreshIfDue } from './keep-session-alive.ts';

const NOW = Date.UTC(2026, 0, 1);
const credentials: SessionCredentials = { access_token: 'a', expires_in: 1_296_000, refresh_token: 'r', dpAuthToken: 'T', loginTHQS: 'q' };
const refreshed: SessionCredentials = { ...credentials, access_token: 'a2', refresh_token: 'r2' };

let nowMs = NOW;
let isVisible: DocumentVisibilityState = 'visible';
beforeEach(() => {
  [nowMs, isVisible] = [NOW, 'visible'];
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => isVisible);
  storeSignIn({ ...credentials, registered: false, replaced: null }, NOW);
});
afterEach(() => {
  endSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const server = (...responses: Parameters<typeof stubCalls>) => {
  const { asked } = stubCalls(succeed(refreshSession, refreshed), ...responses);
  return { refreshes: () => asked.filter(({ name }) => name === refreshSession.path) };
};
const storedToken = () => sessionValues.centerToken.find()?.refresh_token;

/** Simulates the browser's Web Locks, which all tabs share. `isFree`: whether no other tab holds the lock. */
const stubLocks = (isFree: () => boolean): void => {
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    locks: { request: (_name: string, _options: unknown, work: (lock: object | null) => unknown) => work(isFree() ? {} : null) },
  });
};

describe('a session in use', () => {
  it('is refreshed after 12 hours with the stored refresh token, and lasts another 15 days', async () => {
    const { refreshes } = server();
    nowMs = NOW + CLIENT_LIMITS.refreshAfterMs - 1;
    await refreshIfDue();
    expect(refreshes()).toHaveLength(0);
    nowMs += 1;
    await refreshIfDue();
    expect(refreshes().map(({ fields }) => fields)).toEqual([{ refresh_token: 'r' }]);
    expect(refreshes()[0]?.headers.get('authorization')).toBe('dp-token T');
    expect(storedToken()).toBe('r2');
    expect(sessionValues.dpAuth.findStoredAt()).toBe(nowMs);
    await refreshIfDue();
    expect(refreshes()).toHaveLength(1);
  });

  it('is not refreshed by a hidden page, nor without a session', async () => {
    const { refreshes } = server();
    nowMs += CLIENT_LIMITS.refreshAfterMs;
    isVisible = 'hidden';
    await refreshIfDue();
    isVisible = 'visible';
    endSession();
    await refreshIfDue();
    expect(refreshes()).toHaveLength(0);
  });

  it('is checked when the page starts, becomes visible or is online again', async () => {
    const { refreshes } = server();
    const stop = keepSessionAlive();
    for (const wake of [
      () => document.dispatchEvent(new Event('visibilitychange')),
      () => dispatchEvent(new Event('focus')),
      () => dispatchEvent(new Event('online')),
    ]) {
      const before = refreshes().length;
      nowMs += CLIENT_LIMITS.refreshAfterMs;
      wake();
      await vi.waitFor(() => expect(refreshes()).toHaveLength(before + 1));
      await vi.waitFor(() => expect(sessionValues.dpAuth.findStoredAt()).toBe(nowMs));
    }
    stop();
  });

  it('is refreshed once for many concurrent checks, with and without Web Locks', async () => {
    for (const withLocks of [false, true]) {
      let isHeld = false;
      if (withLocks)
        stubLocks(() => {
          const isFree = !isHeld;
          isHeld = true;
          return isFree;
        });
      const { refreshes } = server();
      nowMs += CLIENT_LIMITS.refreshAfterMs;
      await Promise.all([refreshIfDue(), refreshIfDue(), refreshIfDue()]);
      expect(refreshes(), `locks: ${String(withLocks)}`).toHaveLength(1);
    }
  });

  it('that ended during the refresh stays ended', async () => {
    server([
      refreshSession.path,
      () => {
        endSession();
        return { payload: refreshed };
      },
    ]);
    nowMs += CLIENT_LIMITS.refreshAfterMs;
    await refreshIfDue();
    expect(sessionValues.dpAuth.find()).toBeUndefined();
  });

  it('is not ended by a server that cannot be reached, and the refresh is retried', async () => {
    const { refreshes } = server(refuse(refreshSession, 'unavailable', '服务暂时不可用，请稍后再试'));
    nowMs += CLIENT_LIMITS.refreshAfterMs;
    await refreshIfDue();
    await refreshIfDue();
    expect(refreshes()).toHaveLength(2);
    expect(storedToken()).toBe('r');
  });
});

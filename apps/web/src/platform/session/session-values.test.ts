import { type LoginResult } from '@shufang/contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../events/broadcasts.ts';
import { CLIENT_LIMITS } from '../limits.ts';
import { beginSession, endSession, findSessionToken, followOtherTabs, lapseSession, storeOfflineReader, useSession } from './session.ts';
import { sessionValues, storeRefresh, storeRole, storeSignIn } from './session-values.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);

const aToken = (name: string, avatar = ''): string => {
  const content = JSON.stringify({ id: 'u1', name, avatar, deviceType: 'web', sid: 's', iat: 1, exp: 2 });
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify({ v: 1, kid: 'k', content, mac: 'm' }))));
};
const aSignIn = (dpAuthToken = aToken('李白')): LoginResult => ({
  access_token: 'access',
  expires_in: 1_296_000,
  refresh_token: 'refresh',
  dpAuthToken,
  loginTHQS: 'thqs',
  registered: false,
  replaced: null,
});

describe('the stored session', () => {
  it('is stored under the keys and in the format of the specification', () => {
    storeSignIn(aSignIn('T'), NOW);
    expect(sessionValues.dpAuth.find(NOW)).toEqual({ token: 'T' });
    expect(sessionValues.centerToken.find(NOW)).toEqual({ access_token: 'access', expires_in: 1_296_000, refresh_token: 'refresh' });
    expect(sessionValues.loginThqs.find(NOW)).toBe('thqs');
    expect(sessionValues.token.find(NOW)).toBe('T');
    expect(Object.keys(localStorage).toSorted()).toEqual(['centerToken', 'dpAuth', 'loginThqs', 'token']);
  });

  it('reads as absent after 15 days, and is then deleted', () => {
    storeSignIn(aSignIn('T'), NOW);
    expect(sessionValues.dpAuth.find(NOW + 15 * DAY_MS - 1)).toEqual({ token: 'T' });
    expect(sessionValues.dpAuth.find(NOW + 15 * DAY_MS)).toBeUndefined();
    expect(localStorage.getItem('dpAuth')).toBeNull();
  });

  it('lasts another 15 days after a refresh, with every value of its response, and the role stays', () => {
    storeSignIn(aSignIn('T'), NOW);
    sessionValues.avatar.store('/avatar.png', NOW);
    storeRole({ role: 'teacher' }, 'u1', NOW);
    const { registered: _registered, replaced: _replaced, ...credentials } = aSignIn('T');
    storeRefresh({ ...credentials, access_token: 'access-2', refresh_token: 'refresh-2' }, NOW + 10 * DAY_MS);
    const { dpAuth, centerToken, loginThqs, token, avatar, userRoleName } = sessionValues;
    const values = (nowMs: number) => [dpAuth, centerToken, loginThqs, token, avatar].map((each) => each.find(nowMs));
    expect(values(NOW + 25 * DAY_MS - 1)).toEqual([
      { token: 'T' },
      { access_token: 'access-2', expires_in: 1_296_000, refresh_token: 'refresh-2' },
      'thqs',
      'T',
      '/avatar.png',
    ]);
    expect(userRoleName.find(NOW + 25 * DAY_MS - 1)).toBe('teacher');
    expect(values(NOW + 25 * DAY_MS)).toEqual(Array.from({ length: 5 }));
  });

  it('has a time of its last storage', () => {
    expect(sessionValues.dpAuth.findStoredAt(NOW)).toBeUndefined();
    storeSignIn(aSignIn('T'), NOW);
    expect(sessionValues.dpAuth.findStoredAt(NOW + 1)).toBe(NOW);
    expect(sessionValues.dpAuth.findStoredAt(NOW + 15 * DAY_MS)).toBeUndefined();
  });

  it('keeps the role values over a new sign-in, for a year', () => {
    storeRole({ role: 'teacher' }, 'u1', NOW);
    storeSignIn(aSignIn());
    expect(sessionValues.userRoleName.find(NOW)).toBe('teacher');
    expect(sessionValues.roleHttpResponse.find(NOW)).toEqual({ payload: { role: 'teacher' }, userId: 'u1', respondedAt: NOW });
    expect(sessionValues.userRoleName.find(NOW + CLIENT_LIMITS.storedValueLifetimeMs + 1)).toBeUndefined();
  });

  it.each(['', 'null', '"T"', '{"value":{"token":""},"expiresAt":9e15}', '{"value":{"token":"T"}}'])('treats %j as absent', (text) => {
    localStorage.setItem('dpAuth', text);
    expect(sessionValues.dpAuth.find()).toBeUndefined();
  });
});

describe('the session in use', () => {
  it('has the user of the token', () => {
    beginSession(aSignIn(aToken('杜甫', '/avatar.png')));
    expect(useSession.getState()).toMatchObject({ userId: 'u1', name: '杜甫', avatar: '/avatar.png' });
  });

  it('has no avatar when the next user has none', () => {
    beginSession(aSignIn(aToken('杜甫', '/avatar.png')));
    beginSession(aSignIn(aToken('李白')));
    expect(useSession.getState().avatar).toBeUndefined();
  });

  it('is signed in without a user when the token cannot be parsed', () => {
    beginSession(aSignIn('not a token'));
    expect(useSession.getState()).toEqual({ token: 'not a token', userId: undefined, name: undefined, avatar: undefined });
  });

  it('leaves no value when it ends, including the role', () => {
    beginSession(aSignIn());
    storeRole({ role: 'author' }, 'u1');
    endSession();
    expect(localStorage).toHaveLength(0);
    expect(findSessionToken()).toBeUndefined();
    expect(useSession.getState().token).toBeUndefined();
  });
});

describe('a session that the user did not end', () => {
  it('keeps its user until the next sign-in or sign-out', () => {
    beginSession(aSignIn());
    lapseSession('replaced');
    expect(useSession.getState()).toMatchObject({ token: undefined, userId: undefined, lapsedUserId: 'u1' });
    // The session is reported as ended a second time, which must not delete the user.
    lapseSession();
    expect(useSession.getState().lapsedUserId).toBe('u1');
    endSession();
    expect(useSession.getState().lapsedUserId).toBeUndefined();
    beginSession(aSignIn());
    lapseSession();
    beginSession(aSignIn());
    expect(useSession.getState()).toMatchObject({ userId: 'u1', lapsedUserId: undefined });
    endSession();
  });

  beforeAll(followOtherTabs);

  /** The page reads again what is stored on the device, as when it starts. */
  const startAgain = (): void => {
    dispatchEvent(new StorageEvent('storage', { key: null }));
  };

  it('has its user until the last lease ends, if books are stored here and the session expires without a network', () => {
    vi.useFakeTimers({ now: NOW });
    beginSession(aSignIn());
    storeOfflineReader('u1', NOW + 29 * DAY_MS);
    vi.setSystemTime(NOW + 16 * DAY_MS);
    startAgain();
    expect(useSession.getState()).toMatchObject({ token: undefined, userId: undefined, lapsedUserId: 'u1' });
    vi.setSystemTime(NOW + 29 * DAY_MS);
    startAgain();
    expect(useSession.getState().lapsedUserId).toBeUndefined();
    vi.useRealTimers();
  });

  it('has no user after the sign-out, after another user has signed in, and without stored books', () => {
    const later = Date.now() + 29 * DAY_MS;
    beginSession(aSignIn());
    storeOfflineReader('u1', later);
    endSession();
    expect([localStorage.length, useSession.getState().lapsedUserId]).toEqual([0, undefined]);
    beginSession(aSignIn());
    storeOfflineReader('u1', later);
    storeOfflineReader('u2', later + 1);
    expect(sessionValues.offlineReader.find()).toEqual({ userId: 'u1', until: later });
    beginSession(aSignIn());
    expect(sessionValues.offlineReader.find()).toBeUndefined();
    storeOfflineReader('u1', later);
    storeOfflineReader('u1', undefined);
    expect(sessionValues.offlineReader.find()).toBeUndefined();
    endSession();
  });

  it('is announced to the other tabs of this browser when it was replaced', () => {
    const kickedOut = vi.fn();
    const stop = onBroadcast('userKickedOut', kickedOut);
    const { key } = sessionValues.replaced;
    dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    expect(kickedOut).not.toHaveBeenCalled();
    dispatchEvent(new StorageEvent('storage', { key, newValue: '{}' }));
    expect(kickedOut).toHaveBeenCalledOnce();
    stop();
  });
});

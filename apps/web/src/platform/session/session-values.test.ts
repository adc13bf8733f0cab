import { LIMITS, type LoginResult } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { beginSession, endSession, findSessionToken, useSession } from './session.ts';
import { refreshStoredSession, sessionValues, storeRole, storeSignIn } from './session-values.ts';

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
  it('is kept under the names and in the shapes of the specification', () => {
    storeSignIn(aSignIn('T'), NOW);
    expect(sessionValues.dpAuth.find(NOW)).toEqual({ token: 'T' });
    expect(sessionValues.centerToken.find(NOW)).toEqual({ access_token: 'access', expires_in: 1_296_000, refresh_token: 'refresh' });
    expect(sessionValues.loginThqs.find(NOW)).toBe('thqs');
    expect(sessionValues.token.find(NOW)).toBe('T');
    expect(Object.keys(localStorage).toSorted()).toEqual(['centerToken', 'dpAuth', 'loginThqs', 'token']);
  });

  it('reads as absent once 15 days are over, and is gone then', () => {
    storeSignIn(aSignIn('T'), NOW);
    expect(sessionValues.dpAuth.find(NOW + 15 * DAY_MS - 1)).toEqual({ token: 'T' });
    expect(sessionValues.dpAuth.find(NOW + 15 * DAY_MS)).toBeUndefined();
    expect(localStorage.getItem('dpAuth')).toBeNull();
  });

  it('lives another 15 days after a refresh', () => {
    storeSignIn(aSignIn('T'), NOW);
    refreshStoredSession(NOW + 10 * DAY_MS);
    expect(sessionValues.dpAuth.find(NOW + 24 * DAY_MS)).toEqual({ token: 'T' });
    expect(sessionValues.centerToken.find(NOW + 26 * DAY_MS)).toBeUndefined();
  });

  it('keeps the role values over a new sign-in, for a year', () => {
    storeRole({ role: 'teacher' }, 'u1', NOW);
    storeSignIn(aSignIn());
    expect(sessionValues.userRoleName.find(NOW)).toBe('teacher');
    expect(sessionValues.roleHttpResponse.find(NOW)).toEqual({ payload: { role: 'teacher' }, userId: 'u1', answeredAt: NOW });
    expect(sessionValues.userRoleName.find(NOW + LIMITS.storedValueLifetimeMs + 1)).toBeUndefined();
  });

  it.each(['', 'null', '"T"', '{"value":{"token":""},"expiresAt":9e15}', '{"value":{"token":"T"}}'])('treats %j as absent', (text) => {
    localStorage.setItem('dpAuth', text);
    expect(sessionValues.dpAuth.find()).toBeUndefined();
  });
});

describe('the session in use', () => {
  it('knows the person by the token', () => {
    beginSession(aSignIn(aToken('杜甫', '/avatar.png')));
    expect(useSession.getState()).toMatchObject({ userId: 'u1', name: '杜甫', avatar: '/avatar.png' });
  });

  it('shows no picture when the next person has none', () => {
    beginSession(aSignIn(aToken('杜甫', '/avatar.png')));
    beginSession(aSignIn(aToken('李白')));
    expect(useSession.getState().avatar).toBeUndefined();
  });

  it('is signed in but unnamed with a token nobody can read', () => {
    beginSession(aSignIn('not a token'));
    expect(useSession.getState()).toEqual({ token: 'not a token', userId: undefined, name: undefined, avatar: undefined });
  });

  it('leaves nothing behind when it ends, role included', () => {
    beginSession(aSignIn());
    storeRole({ role: 'author' }, 'u1');
    endSession();
    expect(localStorage).toHaveLength(0);
    expect(findSessionToken()).toBeUndefined();
    expect(useSession.getState().token).toBeUndefined();
  });
});

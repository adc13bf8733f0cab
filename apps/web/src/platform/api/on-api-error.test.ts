import { describe, expect, it } from 'vitest';
import { type Broadcasts, onBroadcast } from '../events/broadcasts.ts';
import { findSessionToken } from '../session/session.ts';
import { sessionValues } from '../session/session-values.ts';
import { ApiError, type ApiErrorKind } from './api-error.ts';
import { onApiError } from './on-api-error.ts';

const told = (...errors: unknown[]): string[] => {
  const names: string[] = [];
  const watched: (keyof Broadcasts)[] = ['toast', 'networkFailure', 'signInRequest', 'userKickedOut'];
  const stops = watched.map((name) =>
    onBroadcast(name, (detail) => names.push(name === 'toast' ? (detail as Broadcasts['toast']).text : name)),
  );
  for (const error of errors) onApiError(error);
  for (const stop of stops) stop();
  return names;
};
const failure = (kind: ApiErrorKind, code?: ApiError['code']): ApiError => new ApiError('getHome', kind, '句子', code);

describe('a failed call nobody claimed', () => {
  it.each([
    ['network', undefined, 'networkFailure'],
    ['timeout', undefined, 'networkFailure'],
    ['refused', 'requestLogin', 'signInRequest'],
    ['refused', 'userBeenKickedOut', 'userKickedOut'],
    ['refused', 'forbidden', '句子'],
    ['unreadable', undefined, '句子'],
  ] as const)('of kind %s %s is told as %s', (kind, code, expected) => {
    expect(told(failure(kind, code))).toEqual([expected]);
  });

  it('tells that the system is busy once a session', () => {
    expect(told(failure('busy'), failure('busy'))).toEqual(['句子']);
  });

  it('tells of a server that is busy for 3 s, of a refusal for 5 s', () => {
    sessionStorage.clear();
    const times: (number | undefined)[] = [];
    const stop = onBroadcast('toast', ({ timeoutMs }) => times.push(timeoutMs));
    onApiError(failure('busy'));
    onApiError(failure('refused', 'forbidden'));
    stop();
    expect(times).toEqual([3_000, 5_000]);
  });

  it('forgets a session the server no longer knows', () => {
    sessionValues.dpAuth.store({ token: 'T' });
    told(failure('refused', 'requestLogin'));
    expect(findSessionToken()).toBeUndefined();
  });

  it('says nothing of a call that was given up', () => {
    expect(told(new DOMException('given up', 'AbortError'))).toEqual([]);
  });
});

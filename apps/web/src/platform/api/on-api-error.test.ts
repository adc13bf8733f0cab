import { describe, expect, it } from 'vitest';
import { type Broadcasts, onBroadcast } from '../events/broadcasts.ts';
import { ApiError, type ApiErrorKind } from './api-error.ts';
import { onApiError } from './on-api-error.ts';

const broadcastsOf = (...errors: unknown[]): string[] => {
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

describe('an error that no screen claims', () => {
  it.each([
    ['network', undefined, 'networkFailure'],
    ['timeout', undefined, 'networkFailure'],
    ['refused', 'forbidden', '句子'],
    ['unreadable', undefined, '句子'],
  ] as const)('of kind %s %s is shown as %s', (kind, code, expected) => {
    expect(broadcastsOf(failure(kind, code))).toEqual([expected]);
  });

  it('shows once per session that the system is busy', () => {
    expect(broadcastsOf(failure('busy'), failure('busy'))).toEqual(['句子']);
  });

  it('is shown for 3 s when the server is busy, and for 5 s for a refusal', () => {
    sessionStorage.clear();
    const times: (number | undefined)[] = [];
    const stop = onBroadcast('toast', ({ timeoutMs }) => times.push(timeoutMs));
    onApiError(failure('busy'));
    onApiError(failure('refused', 'forbidden'));
    stop();
    expect(times).toEqual([3_000, 5_000]);
  });

  it('of an ended session shows nothing, because the response has already asked to sign in', () => {
    expect(broadcastsOf(failure('refused', 'requestLogin'), failure('refused', 'userBeenKickedOut'))).toEqual([]);
  });

  it('of an aborted call shows nothing', () => {
    expect(broadcastsOf(new DOMException('given up', 'AbortError'))).toEqual([]);
  });
});

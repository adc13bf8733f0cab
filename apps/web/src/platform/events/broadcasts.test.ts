import { describe, expect, it, vi } from 'vitest';
import { broadcast, onBroadcast } from './broadcasts.ts';

describe('a broadcast', () => {
  it('reaches everybody who listens, until they stop', () => {
    const [one, other] = [vi.fn(), vi.fn()];
    const stopOne = onBroadcast('loginSuccess', one);
    const stopOther = onBroadcast('loginSuccess', other);
    broadcast('loginSuccess');
    stopOne();
    broadcast('loginSuccess');
    stopOther();
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
  });

  it('that a person must not miss waits for the first who listens, once', () => {
    broadcast('toast', { kind: 'error', text: '句子' });
    const [first, second] = [vi.fn(), vi.fn()];
    const stops = [onBroadcast('toast', first), onBroadcast('toast', second)];
    for (const stop of stops) stop();
    expect(first).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text: '句子' });
    expect(second).not.toHaveBeenCalled();
  });

  it('that is a request for now is not repeated later', () => {
    broadcast('reloadRequest');
    const late = vi.fn();
    onBroadcast('reloadRequest', late)();
    expect(late).not.toHaveBeenCalled();
  });
});

import { describe, expect, it, vi } from 'vitest';
import { broadcast, onBroadcast } from './broadcasts.ts';

describe('a broadcast', () => {
  it('reaches all listeners until they unsubscribe', () => {
    const [one, other] = [vi.fn(), vi.fn()];
    const stopOne = onBroadcast('loginSuccess', one);
    const stopOther = onBroadcast('loginSuccess', other);
    broadcast('loginSuccess');
    stopOne();
    broadcast('loginSuccess');
    stopOther();
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
  });

  it('that the user must not miss is queued for the first listener, once', () => {
    broadcast('toast', { kind: 'error', text: '句子' });
    const [first, second] = [vi.fn(), vi.fn()];
    const stops = [onBroadcast('toast', first), onBroadcast('toast', second)];
    for (const stop of stops) stop();
    expect(first).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text: '句子' });
    expect(second).not.toHaveBeenCalled();
  });

  it('that is relevant only at the time is not queued', () => {
    broadcast('reloadRequest');
    const late = vi.fn();
    onBroadcast('reloadRequest', late)();
    expect(late).not.toHaveBeenCalled();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markReachable, markUnreachable, onReachable, useConnection } from './connection.ts';

let isServerUp = false;
const checks: number[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('fetch', async () => {
    checks.push(Date.now());
    if (!isServerUp) throw new TypeError('Failed to fetch');
    return new Response();
  });
  isServerUp = false;
  checks.length = 0;
});

afterEach(() => {
  markReachable();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('an unreachable server', () => {
  it('is checked after growing delays, until it answers', async () => {
    markUnreachable();
    markUnreachable();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(checks).toEqual([1_000, 3_000, 7_000, 15_000, 25_000, 35_000]);
    isServerUp = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks).toHaveLength(7);
    expect(useConnection.getState().isOffline).toBe(false);
  });

  it('is no longer checked once a call has succeeded', async () => {
    markUnreachable();
    markReachable();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks).toEqual([]);
  });

  it('is announced once when it is reachable again, until the listener is removed', async () => {
    const listener = vi.fn();
    const stop = onReachable(listener);
    markUnreachable();
    expect(listener).not.toHaveBeenCalled();
    isServerUp = true;
    await vi.advanceTimersByTimeAsync(1_000);
    markReachable();
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    markUnreachable();
    markReachable();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

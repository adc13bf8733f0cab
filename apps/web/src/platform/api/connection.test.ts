import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markReachable, markUnreachable, onReachable, useConnection } from './connection.ts';

let isServerUp = false;
/** Whether the server accepts requests and never responds. */
let isSilent = false;
const checks: number[] = [];
/** Every test begins an hour after the one before, so that the connection counts as steady. */
let begin = 0;

beforeEach(() => {
  begin += 3_600_000;
  vi.useFakeTimers({ now: begin });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    checks.push(Date.now() - begin);
    if (isSilent)
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('The operation timed out', 'TimeoutError')));
      });
    if (!isServerUp) throw new TypeError('Failed to fetch');
    return new Response();
  });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), ms);
    return ending.signal;
  });
  isServerUp = false;
  isSilent = false;
  checks.length = 0;
});

afterEach(() => {
  markReachable();
  vi.runOnlyPendingTimers();
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

  it('that accepts a check and never responds is checked again after the time limit of a call', async () => {
    isSilent = true;
    markUnreachable();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(checks).toEqual([1_000, 23_000, 47_000]);
    isSilent = false;
    isServerUp = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(useConnection.getState().isOffline).toBe(false);
  });
});

describe('a server that some calls reach and one call does not', () => {
  it('is announced after growing delays, so that repeated calls are no burst', async () => {
    const repeated: number[] = [];
    const stop = onReachable(() => {
      repeated.push(Date.now() - begin);
      markUnreachable();
      markReachable();
    });
    markUnreachable();
    markReachable();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(repeated).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000, 63_000]);
    stop();
  });

  it('is announced at once after a minute without a loss', async () => {
    const listener = vi.fn();
    const stop = onReachable(listener);
    for (let loss = 1; loss <= 3; loss++) {
      markUnreachable();
      markReachable();
      expect(listener).toHaveBeenCalledTimes(loss);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    stop();
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { markReachable, markUnreachable } from '../../platform/api/connection.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { browserEnvironment } from './browser-environment.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a wait', () => {
  it('lasts as long as requested', async () => {
    vi.useFakeTimers();
    const done = vi.fn();
    const waited = (async () => {
      await browserEnvironment.wait(1_000, new AbortController().signal);
      done();
    })();
    await vi.advanceTimersByTimeAsync(999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waited;
    expect(done).toHaveBeenCalledOnce();
  });

  it('is ended by its signal, also by one aborted before, and leaves no timer', async () => {
    vi.useFakeTimers();
    const ending = new AbortController();
    const waiting = browserEnvironment.wait(1_000, ending.signal);
    ending.abort();
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
    await browserEnvironment.wait(1_000, ending.signal);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a lock', () => {
  it('is the browser’s where it exists', async () => {
    const requests: unknown[][] = [];
    const { signal } = new AbortController();
    vi.stubGlobal('navigator', {
      locks: {
        request: (name: string, options: object, work: () => Promise<number>) => {
          requests.push([name, options]);
          return work();
        },
      },
    });
    await expect(browserEnvironment.withLock('one', signal, () => Promise.resolve(3))).resolves.toBe(3);
    expect(requests).toEqual([['one', { signal }]]);
  });

  it('is missing in a browser without Web Locks, and the work is done nevertheless', async () => {
    vi.stubGlobal('navigator', {});
    await expect(browserEnvironment.withLock('one', new AbortController().signal, () => Promise.resolve(3))).resolves.toBe(3);
  });
});

describe('a wake-up', () => {
  it('is triggered by a server that is reachable again, by the visibility of the page, or by request, until it is unsubscribed', () => {
    const wake = vi.fn();
    let state: DocumentVisibilityState = 'hidden';
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => state);
    const stop = browserEnvironment.onReturn(wake);
    markUnreachable();
    markReachable();
    expect(wake).toHaveBeenCalledTimes(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(wake).toHaveBeenCalledTimes(1);
    state = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(wake).toHaveBeenCalledTimes(2);
    broadcast('reloadRequest');
    expect(wake).toHaveBeenCalledTimes(3);
    stop();
    markUnreachable();
    markReachable();
    document.dispatchEvent(new Event('visibilitychange'));
    broadcast('reloadRequest');
    expect(wake).toHaveBeenCalledTimes(3);
  });
});

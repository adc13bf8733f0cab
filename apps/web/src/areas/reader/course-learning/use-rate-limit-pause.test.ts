import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRateLimitPause } from './use-rate-limit-pause.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('requests are retried after each rate limit, and no longer once a page is shown', () => {
  const tryAgain = vi.fn<() => void>();
  const { result } = renderHook(() => useRateLimitPause(tryAgain));
  expect(result.current.isOn).toBe(false);
  act(() => result.current.begin());
  expect(result.current.isOn).toBe(true);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(tryAgain).toHaveBeenCalledTimes(1);
  act(() => result.current.begin());
  act(() => void vi.advanceTimersByTime(10_000));
  expect(tryAgain).toHaveBeenCalledTimes(2);
  // Retries continue after an attempt that never reached the server.
  act(() => void vi.advanceTimersByTime(10_000));
  expect(tryAgain).toHaveBeenCalledTimes(3);
  act(() => result.current.begin());
  act(() => result.current.end());
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current.isOn).toBe(false);
  expect(tryAgain).toHaveBeenCalledTimes(3);
});

import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePause } from './use-pause.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('tries again after every refusal, and no more once a page is shown', () => {
  const tryAgain = vi.fn<() => void>();
  const { result } = renderHook(() => usePause(tryAgain));
  expect(result.current.isOn).toBe(false);
  act(() => result.current.begin());
  expect(result.current.isOn).toBe(true);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(tryAgain).toHaveBeenCalledTimes(1);
  act(() => result.current.begin());
  act(() => void vi.advanceTimersByTime(10_000));
  expect(tryAgain).toHaveBeenCalledTimes(2);
  // An attempt that came to nothing, the network being away, was not the last.
  act(() => void vi.advanceTimersByTime(10_000));
  expect(tryAgain).toHaveBeenCalledTimes(3);
  act(() => result.current.begin());
  act(() => result.current.end());
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current.isOn).toBe(false);
  expect(tryAgain).toHaveBeenCalledTimes(3);
});

import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { believableResendAt, secondsUntil, useResendCountdown } from './use-resend-countdown.ts';

describe('the wait between two SMS codes', () => {
  it('rounds seconds up, so that it never shows 0 while waiting', () => {
    expect([60_000, 59_999, 1_001, 1_000, 1, 0, -5].map((leftMs) => secondsUntil(1_000_000 + leftMs, 1_000_000))).toEqual([
      60, 60, 2, 1, 1, 0, 0,
    ]);
  });

  it.each([
    ['the server and this device agree', 45_000, 45_000],
    ['this device is a day behind', 86_400_000, 60_000],
    ['this device is a day ahead', -86_400_000, 60_000],
  ])('is correct when %s', (_case, announcedMs, waitMs) => {
    expect(believableResendAt(1_000_000 + announcedMs, 1_000_000)).toBe(1_000_000 + waitMs);
  });
});

describe('the countdown on the screen', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => void vi.useRealTimers());

  it('decreases every second to 0 and stops there', () => {
    const { result } = renderHook(() => useResendCountdown('13800000001'));
    expect(result.current.seconds).toBe(0);
    act(() => result.current.begin(Date.now() + 60_000));
    const shown = [result.current.seconds];
    for (let second = 0; second < 60; second += 1) {
      act(() => void vi.advanceTimersByTime(1_000));
      shown.push(result.current.seconds);
    }
    expect(shown).toEqual(Array.from({ length: 61 }, (_, index) => 60 - index));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('belongs to one number: another number does not wait, and returning to the first shows the correct second', () => {
    const { result, rerender } = renderHook(({ tel }) => useResendCountdown(tel), { initialProps: { tel: '13800000001' } });
    act(() => result.current.begin(Date.now() + 60_000));
    rerender({ tel: '13800000002' });
    expect(result.current.seconds).toBe(0);
    act(() => void vi.advanceTimersByTime(10_000));
    rerender({ tel: '13800000001' });
    expect(result.current.seconds).toBe(50);
  });

  it('continues after a reload', () => {
    const first = renderHook(() => useResendCountdown('13800000001'));
    act(() => first.result.current.begin(Date.now() + 60_000));
    first.unmount();
    vi.advanceTimersByTime(20_000);
    expect(renderHook(() => useResendCountdown('13800000001')).result.current.seconds).toBe(40);
  });
});

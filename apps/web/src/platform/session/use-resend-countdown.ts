/**
 * The 60-second wait between two SMS codes to the same number. The end times are stored, so that the wait continues after the form is
 * closed, the page is reloaded or the device sleeps. Each number has its own wait.
 */
import { LIMITS } from '@shufang/contract';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

/** End of the wait for each phone number. The stored value expires a minute after the last SMS code. */
const storedEnds = storedValue('smsResendAt', z.record(z.string(), z.number()), LIMITS.smsResendMs);

/** Returns the end of the wait that the server gave if it is plausible by this device's clock, otherwise 60 s from now. */
export const believableResendAt = (resendAt: number, nowMs: number): number =>
  resendAt > nowMs && resendAt <= nowMs + LIMITS.smsResendMs ? resendAt : nowMs + LIMITS.smsResendMs;

export const secondsUntil = (resendAt: number, nowMs: number): number => Math.max(0, Math.ceil((resendAt - nowMs) / 1000));

const waitsAt = (nowMs: number): Record<string, number> =>
  Object.fromEntries(Object.entries(storedEnds.find() ?? {}).filter(([, end]) => end > nowMs));

export interface ResendCountdown {
  /** Remaining seconds of the wait; at 0 the next code can be requested. */
  readonly seconds: number;
  /** Starts the wait that the server announced. `number`: phone number to which the code was sent, if the field has changed since then. */
  readonly begin: (resendAt: number, number?: string) => void;
}

/**
 * Returns the wait for the phone number `tel`, whatever the purpose of the code. Without `tel`: the wait for the user's own number, which
 * the client does not know.
 */
export const useResendCountdown = (tel = ''): ResendCountdown => {
  const [ends, setEnds] = useState(() => waitsAt(Date.now()));
  const [now, setNow] = useState(() => Date.now());
  const seconds = secondsUntil(ends[tel] ?? 0, now);
  // The timer runs while any number waits, so that the remaining time is correct when the user returns to that number.
  const isRunning = Object.values(ends).some((end) => end > now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const begin = (announced: number, number = tel): void => {
    const nowMs = Date.now();
    const next = { ...waitsAt(nowMs), [number]: believableResendAt(announced, nowMs) };
    storedEnds.store(next, nowMs);
    setNow(nowMs);
    setEnds(next);
  };
  return { seconds, begin };
};

/**
 * The 60-second wait between two SMS codes to one number, as the server counts it. Keeps the moments the waits end, so that they
 * survive closing, reloading and a sleeping laptop; another number does not wait.
 */
import { LIMITS } from '@shufang/contract';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

/** By number; gone a minute after the last message. */
const keptEnds = storedValue('smsResendAt', z.record(z.string(), z.number()), LIMITS.smsResendMs);

/** The server's moment when it is believable by this device's clock, else 60 s from now. */
export const believableResendAt = (resendAt: number, nowMs: number): number =>
  resendAt > nowMs && resendAt <= nowMs + LIMITS.smsResendMs ? resendAt : nowMs + LIMITS.smsResendMs;

export const secondsUntil = (resendAt: number, nowMs: number): number => Math.max(0, Math.ceil((resendAt - nowMs) / 1000));

const waitsAt = (nowMs: number): Record<string, number> =>
  Object.fromEntries(Object.entries(keptEnds.find() ?? {}).filter(([, end]) => end > nowMs));

export interface ResendCountdown {
  /** 0: a code may be asked for. */
  readonly seconds: number;
  /** Begins the wait that the server announced, for the number the code went to when the field has another by now. */
  readonly begin: (resendAt: number, number?: string) => void;
}

/** The wait of `tel`, whatever it is asked for; of the person's own number, which the client does not know, without. */
export const useResendCountdown = (tel = ''): ResendCountdown => {
  const [ends, setEnds] = useState(() => waitsAt(Date.now()));
  const [now, setNow] = useState(() => Date.now());
  const seconds = secondsUntil(ends[tel] ?? 0, now);
  // While any number waits the clock goes on, so that coming back to it shows the right second.
  const isRunning = Object.values(ends).some((end) => end > now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const begin = (announced: number, number = tel): void => {
    const nowMs = Date.now();
    const next = { ...waitsAt(nowMs), [number]: believableResendAt(announced, nowMs) };
    keptEnds.store(next, nowMs);
    setNow(nowMs);
    setEnds(next);
  };
  return { seconds, begin };
};

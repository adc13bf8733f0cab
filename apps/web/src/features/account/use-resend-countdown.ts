/** The 60-second wait between two SMS codes. Keeps the moment it ends, so that it survives closing, reloading and a sleeping laptop. */
import { LIMITS } from '@shufang/contract';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { storedValue } from '../../platform/session/stored-value.ts';

const keptResendAt = storedValue('smsResendAt', z.number(), LIMITS.smsResendMs);

/** The server's moment when it is believable by this device's clock, else 60 s from now. */
export const believableResendAt = (resendAt: number, nowMs: number): number =>
  resendAt > nowMs && resendAt <= nowMs + LIMITS.smsResendMs ? resendAt : nowMs + LIMITS.smsResendMs;

export const secondsUntil = (resendAt: number, nowMs: number): number => Math.max(0, Math.ceil((resendAt - nowMs) / 1000));

export interface ResendCountdown {
  /** 0: a code may be asked for. */
  readonly seconds: number;
  /** Begins the wait that the server announced. */
  readonly begin: (resendAt: number) => void;
}

export const useResendCountdown = (): ResendCountdown => {
  const [resendAt, setResendAt] = useState(() => keptResendAt.find() ?? 0);
  const [now, setNow] = useState(() => Date.now());
  const seconds = secondsUntil(resendAt, now);
  const running = seconds > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  const begin = (announced: number): void => {
    const nowMs = Date.now();
    const end = believableResendAt(announced, nowMs);
    keptResendAt.store(end);
    setNow(nowMs);
    setResendAt(end);
  };
  return { seconds, begin };
};

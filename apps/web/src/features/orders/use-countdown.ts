import { useEffect, useState } from 'react';

/** Formats a remaining time as minutes and seconds, such as `29:58`; returns undefined when it is over. */
export const clockText = (leftMs: number): string | undefined => {
  if (leftMs <= 0) return undefined;
  const seconds = Math.round(leftMs / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Returns the time left until `endsAt`, updated every second. `aheadMs`: how far the server's clock is ahead of this device's. */
export const useCountdown = (endsAt: number, aheadMs = 0): string | undefined => {
  const [now, setNow] = useState(() => Date.now());
  const left = clockText(endsAt - (now + aheadMs));
  const isOver = left === undefined;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
};

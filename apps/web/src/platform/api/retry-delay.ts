const FIRST_RETRY_MS = 1_000;

/**
 * Returns the time before the next retry in milliseconds: it doubles with each failure up to `longestMs` and varies by 20 %, so that the
 * devices of a class do not reconnect together. `failures`: consecutive failures, at least 1. `random`: a number from 0 to 1.
 */
export const retryDelayMs = (failures: number, random: number, longestMs: number): number =>
  Math.min(longestMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10)) * (0.8 + 0.4 * random);

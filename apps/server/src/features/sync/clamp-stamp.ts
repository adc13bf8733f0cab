/** Limits the timestamps of devices whose clock is ahead. */
import { type Hlc, LIMITS, nextHlc, parseHlc } from '@shufang/contract';

/**
 * Returns the timestamp with which an operation is saved: its own, or, if that is more than `syncClockAheadMs` in the future, the first
 * unused one at that limit. A wrong clock therefore never loses an edit and wins for at most ten minutes; edits of one device stay in
 * order. `lastClamped`: the newest timestamp that was limited in this way for this user.
 */
export const clampStamp = (sent: Hlc, nowMs: number, lastClamped: Hlc | undefined): { hlc: Hlc; clamped: boolean } => {
  const { ms, deviceId } = parseHlc(sent);
  const latestMs = nowMs + LIMITS.syncClockAheadMs;
  return ms <= latestMs ? { hlc: sent, clamped: false } : { hlc: nextHlc(lastClamped, latestMs, deviceId), clamped: true };
};

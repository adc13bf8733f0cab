/** The rule for devices whose clock runs ahead. */
import { type Hlc, LIMITS, nextHlc, parseHlc } from '@shufang/contract';

/**
 * The stamp an op is saved under: its own, or, when that is more than `syncClockAheadMs` in the future, the first free one at that
 * bound. So a wrong clock never loses an edit and never wins for longer than ten minutes; edits of one device keep their order.
 * `lastClamped` is the newest stamp given this way to this person.
 */
export const clampStamp = (sent: Hlc, nowMs: number, lastClamped: Hlc | undefined): { hlc: Hlc; clamped: boolean } => {
  const { ms, deviceId } = parseHlc(sent);
  const latestMs = nowMs + LIMITS.syncClockAheadMs;
  return ms <= latestMs ? { hlc: sent, clamped: false } : { hlc: nextHlc(lastClamped, latestMs, deviceId), clamped: true };
};

/** The time left of an attempt, counted from the server's time by a clock that does not jump with the device's. Pure. */
import type { AttemptClock } from '@shufang/contract';

/** The server's time, and the monotonic time of this page at which it arrived. */
export interface ClockReading {
  readonly clock: AttemptClock;
  readonly atMs: number;
}

/** Returns the time left in milliseconds, at least 0; undefined without a limit. `nowMs`: the monotonic time of this page. */
export const remainingMs = ({ clock, atMs }: ClockReading, nowMs: number): number | undefined =>
  clock.deadlineAt === null ? undefined : Math.max(0, clock.deadlineAt - clock.now - (nowMs - atMs));

/** The server's time. Use cases receive a clock, so that tests and `TEST_CLOCK` can change it. */
export interface Clock {
  /** Current time in UTC ms. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that tests can move forward; it keeps ticking with the real one. */
export interface AdjustableClock extends Clock {
  advance(ms: number): void;
}

export const createAdjustableClock = (base: Clock = systemClock): AdjustableClock => {
  let aheadMs = 0;
  return {
    now: () => base.now() + aheadMs,
    advance: (ms) => {
      aheadMs += ms;
    },
  };
};

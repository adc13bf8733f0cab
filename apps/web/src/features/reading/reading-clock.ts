/** Measures active reading time: each input counts for at most one minute after it. */

/** Maximum reading time that one input counts for (product.md §9.2). */
const ACTIVE_MS = 60_000;

export interface ReadingClock {
  /** Call at each input of the user: reading time counts from then on, for at most one minute. */
  touch(): void;
  /** Call when the page is hidden: no time counts until the next input. */
  rest(): void;
  /** Returns and resets the whole seconds counted. */
  takeSeconds(): number;
}

export const createReadingClock = (now: () => number = Date.now): ReadingClock => {
  let touchedAt: number | undefined;
  let countedUntil = 0;
  let pendingMs = 0;
  const settle = (): void => {
    if (touchedAt === undefined) return;
    const until = Math.min(now(), touchedAt + ACTIVE_MS);
    // If the clock of the device was set back, no time is added.
    pendingMs += Math.max(0, until - countedUntil);
    countedUntil = Math.max(countedUntil, until);
  };
  return {
    touch: () => {
      settle();
      touchedAt = now();
      countedUntil = touchedAt;
    },
    rest: () => {
      settle();
      touchedAt = undefined;
    },
    takeSeconds: () => {
      settle();
      const seconds = Math.floor(pendingMs / 1_000);
      pendingMs -= seconds * 1_000;
      return seconds;
    },
  };
};

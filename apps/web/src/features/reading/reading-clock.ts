/** Counts active reading: a page turned, touched or typed on counts for a minute from then, and no longer. */

/** product.md §9.2. */
const ACTIVE_MS = 60_000;

export interface ReadingClock {
  /** The reader did something. */
  touch(): void;
  /** The page is out of sight: nothing counts until the next touch. */
  rest(): void;
  /** Whole seconds counted since the last time this was asked. */
  takeSeconds(): number;
}

export const createReadingClock = (now: () => number = Date.now): ReadingClock => {
  let touchedAt: number | undefined;
  let countedUntil = 0;
  let pendingMs = 0;
  const settle = (): void => {
    if (touchedAt === undefined) return;
    const until = Math.min(now(), touchedAt + ACTIVE_MS);
    // A clock that was put back counts nothing.
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

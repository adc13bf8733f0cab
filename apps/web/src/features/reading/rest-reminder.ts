/** Finds out when a reader has read for long without a break. Pure. */

/** Time without input that counts as a break. */
const BREAK_MS = 300_000;

export interface RestReminder {
  /** Call at each input of the user. Returns true when `minutes` have passed without a break, then again after as many minutes. */
  touch(minutes: number): boolean;
}

export const createRestReminder = (now: () => number = Date.now): RestReminder => {
  let beganAt = 0;
  let touchedAt = Number.NEGATIVE_INFINITY;
  return {
    touch: (minutes) => {
      const at = now();
      // If the clock of the device was set back, the time begins again.
      if (at - touchedAt >= BREAK_MS || at < touchedAt) beganAt = at;
      touchedAt = at;
      if (at - beganAt < minutes * 60_000) return false;
      beganAt = at;
      return true;
    },
  };
};

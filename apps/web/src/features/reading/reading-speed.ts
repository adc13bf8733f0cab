/** Reading speed of the user on this device, measured when consecutive pages are turned. The time left is computed from it. */
import { z } from 'zod';
import { storedValue } from '../../platform/session/stored-value.ts';

/** Characters per minute that are assumed before anything was measured: a slow reader of a Chinese textbook. */
export const ASSUMED_SPEED = 300;
/** A page counts if its time and its speed are those of reading; otherwise the user skipped pages, jumped or paused. */
const COUNTED = { msMin: 3_000, msMax: 180_000, charsMin: 20, charsMax: 3_000, speedMin: 60, speedMax: 1_500 };
/** Number of characters after which the new pages weigh as much as everything before. */
const MEMORY_CHARS = 4_000;

const stored = storedValue('readingSpeed', z.number().min(COUNTED.speedMin).max(COUNTED.speedMax));

/** Returns the speed in characters per minute. */
export const findReadingSpeed = (): number => stored.find() ?? ASSUMED_SPEED;

export const storeReadingSpeed = (speed: number): void => stored.store(speed);

/** Returns the speed after a page of `chars` characters was in sight for `ms`. */
export const learnSpeed = (speed: number, { chars, ms }: { readonly chars: number; readonly ms: number }): number => {
  const isCounted = ms >= COUNTED.msMin && ms <= COUNTED.msMax && chars >= COUNTED.charsMin && chars <= COUNTED.charsMax;
  const measured = chars / (ms / 60_000);
  if (!isCounted || measured < COUNTED.speedMin || measured > COUNTED.speedMax) return speed;
  const weight = chars / (chars + MEMORY_CHARS);
  return speed + (measured - speed) * weight;
};

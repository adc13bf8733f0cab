/** Random order and random selection of a list. Pure; part of `RNG_VERSION`. */
import type { RandomStream } from './xoshiro128.ts';

/**
 * Returns the items in random order, by Fisher and Yates from the last position to the first. Items for which `isFixed` returns true keep
 * their position: QTI calls such a choice "fixed" ("all of the above").
 */
export const shuffle = <T>(items: readonly T[], random: RandomStream, isFixed: (item: T) => boolean = () => false): T[] => {
  const movable = items.filter((item) => !isFixed(item));
  for (let last = movable.length - 1; last > 0; last -= 1) {
    const chosen = random.nextBelow(last + 1);
    const moved = movable[last] as T;
    movable[last] = movable[chosen] as T;
    movable[chosen] = moved;
  }
  let next = 0;
  return items.map((item) => (isFixed(item) ? item : (movable[next++] as T)));
};

/** Returns `count` different items in random order. Throws `RangeError` if there are fewer, so that no paper is shorter than planned. */
export const drawItems = <T>(items: readonly T[], count: number, random: RandomStream): T[] => {
  if (!Number.isInteger(count) || count < 0 || count > items.length) throw new RangeError(`Cannot draw ${count} of ${items.length} items`);
  return shuffle(items, random).slice(0, count);
};

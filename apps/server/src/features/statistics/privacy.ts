/**
 * The rules by which numbers about readers are published. Pure.
 * 1. A number about fewer than five users is hidden, and numbers of users are rounded down to a multiple of five, so that two
 *    publications, or a sum and its parts, do not differ by single users.
 * 2. Where the parts of a sum are published, at least two of them are hidden or none, and the hidden ones have five users together or more.
 * 3. A sum over weeks takes a week with fewer than five readers only together with others, once these have five readers in all.
 */
import { LIMITS } from '@shufang/contract';

const MIN = LIMITS.usersShownMin;

/** Returns the number of users as it is published; undefined if it is hidden. */
export const publishedUsers = (users: number): number | undefined => (users < MIN ? undefined : Math.floor(users / MIN) * MIN);

/** Returns a share in whole percent; undefined if it is about too few users. */
export const publishedPercent = (part: number, users: number): number | undefined =>
  users < MIN ? undefined : Math.round((100 * part) / users);

/**
 * Returns the keys of the parts of a sum that may be published. `parts` has every part with its users, also those that are never published,
 * such as the readers without an institution (`rest`): they are hidden in any case.
 */
export const publishedParts = (parts: ReadonlyMap<string, number>, rest?: string): Set<string> => {
  const present = [...parts].filter(([, users]) => users > 0);
  const shown = present.filter(([key, users]) => users >= MIN && key !== rest).toSorted(([, a], [, b]) => b - a);
  const hidden = present.filter(([key, users]) => users < MIN || key === rest);
  let hiddenUsers = hidden.reduce((sum, [, users]) => sum + users, 0);
  let hiddenParts = hidden.length;
  const isSafe = () => hidden.every(([, users]) => users >= MIN) || (hiddenParts >= 2 && hiddenUsers >= MIN);
  while (!isSafe() && shown.length > 0) {
    const [, users] = shown.pop() ?? ['', 0];
    hiddenUsers += users;
    hiddenParts += 1;
  }
  return new Set(shown.map(([key]) => key));
};

interface WeekReaders {
  readonly week: string;
  readonly readers: number;
  /** The readers of a week with fewer than five. */
  readonly userIds: readonly string[];
}

/** Returns the weeks that sums over weeks include, by rule 3. */
export const releasedWeeks = (weeks: readonly WeekReaders[]): string[] => {
  const released: string[] = [];
  let waiting: string[] = [];
  let waitingUsers = new Set<string>();
  for (const { week, readers, userIds } of weeks) {
    if (readers >= MIN) {
      released.push(week);
      continue;
    }
    waiting.push(week);
    for (const id of userIds) waitingUsers.add(id);
    if (waitingUsers.size >= MIN) {
      released.push(...waiting);
      waiting = [];
      waitingUsers = new Set();
    }
  }
  return released.toSorted();
};

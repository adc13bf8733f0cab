/** Positions of the sounds and videos of a book in local storage: where this reader stopped on this device. */
import { z } from 'zod';

/** Positions in seconds by file, the latest last. */
const mediaPositions = z.array(z.tuple([z.string(), z.number()]));
export type MediaPositions = Readonly<Record<string, number>>;

/** Number of files of a book whose positions are stored. */
const FILES_MAX = 50;

const keyOf = (owner: string, bookId: string): string => `media:${owner}:${bookId}`;

const listPositions = (owner: string, bookId: string): [string, number][] => {
  try {
    return mediaPositions.safeParse(JSON.parse(localStorage.getItem(keyOf(owner, bookId)) ?? '[]')).data ?? [];
  } catch {
    // The browser blocks local storage, or the text was truncated: the media start at their beginning.
    return [];
  }
};

export const findMediaPositions = (owner: string, bookId: string): MediaPositions => Object.fromEntries(listPositions(owner, bookId));

/** Stores where the reader stopped in a file; without `seconds` the file starts at its beginning again. */
export const storeMediaPosition = (owner: string, bookId: string, href: string, seconds: number | undefined): void => {
  const others = listPositions(owner, bookId).filter(([file]) => file !== href);
  const positions = seconds === undefined ? others : [...others, [href, Math.round(seconds)]];
  try {
    localStorage.setItem(keyOf(owner, bookId), JSON.stringify(positions.slice(-FILES_MAX)));
  } catch {
    // Without storage the position is lost with the page, and the player goes on playing.
  }
};

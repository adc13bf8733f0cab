/** The last reading position in local storage, written synchronously when the page is closed, before it becomes a record. */
import { type Locator, locator } from '@shufang/contract';
import { z } from 'zod';

const lastPosition = z.object({ locator, updatedAt: z.number() });
export type LastPosition = z.output<typeof lastPosition>;

const prefixOf = (owner: string): string => `place:${owner}:`;

export const findLastPosition = (owner: string, bookId: string): LastPosition | undefined => {
  const text = localStorage.getItem(prefixOf(owner) + bookId);
  if (text === null) return undefined;
  try {
    return lastPosition.safeParse(JSON.parse(text)).data;
  } catch {
    // The stored text is not valid JSON, because it was truncated when the disk was full; the record in the database still has the previous
    // position.
    return undefined;
  }
};

export const writeLastPosition = (owner: string, bookId: string, position: { locator: Locator; updatedAt: number }): void =>
  localStorage.setItem(prefixOf(owner) + bookId, JSON.stringify(position));

/** Lists the last reading positions of an owner, one for each book. */
export const listLastPositions = (owner: string): readonly (LastPosition & { readonly bookId: string })[] =>
  Object.keys(localStorage).flatMap((key) => {
    if (!key.startsWith(prefixOf(owner))) return [];
    const bookId = key.slice(prefixOf(owner).length);
    const position = findLastPosition(owner, bookId);
    return position === undefined ? [] : [{ bookId, ...position }];
  });

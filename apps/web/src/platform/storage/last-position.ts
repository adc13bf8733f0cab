/** The last reading position in local storage, written synchronously when the page is closed, before it becomes a record. */
import { type Locator, locator } from '@shufang/contract';
import { z } from 'zod';
import { findLastPositionText, lastPositionPrefix } from './last-position-text.ts';

const lastPosition = z.object({ locator, updatedAt: z.number() });
export type LastPosition = z.output<typeof lastPosition>;

export const findLastPosition = (owner: string, bookId: string): LastPosition | undefined => {
  const text = findLastPositionText(owner, bookId);
  if (text === undefined) return undefined;
  try {
    return lastPosition.safeParse(JSON.parse(text)).data;
  } catch {
    // The stored text is not valid JSON, because it was truncated when the disk was full; the record in the database still has the previous
    // position.
    return undefined;
  }
};

export const writeLastPosition = (owner: string, bookId: string, position: { locator: Locator; updatedAt: number }): void =>
  localStorage.setItem(lastPositionPrefix(owner) + bookId, JSON.stringify(position));

/** Lists the last reading positions of an owner, one for each book. */
export const listLastPositions = (owner: string): readonly (LastPosition & { readonly bookId: string })[] =>
  Object.keys(localStorage).flatMap((key) => {
    if (!key.startsWith(lastPositionPrefix(owner))) return [];
    const bookId = key.slice(lastPositionPrefix(owner).length);
    const position = findLastPosition(owner, bookId);
    return position === undefined ? [] : [{ bookId, ...position }];
  });

/** Notes of the last moment of a page that reads: written at once and synchronously, before the place becomes a record. */
import { type Locator, locator } from '@shufang/contract';
import { z } from 'zod';

const placeNote = z.object({ locator, updatedAt: z.number() });
export type PlaceNote = z.output<typeof placeNote>;

const prefixOf = (owner: string): string => `place:${owner}:`;

export const findPlaceNote = (owner: string, bookId: string): PlaceNote | undefined => {
  const text = localStorage.getItem(prefixOf(owner) + bookId);
  if (text === null) return undefined;
  try {
    return placeNote.safeParse(JSON.parse(text)).data;
  } catch {
    // Cut short while the disk was full: the record has the place before it.
    return undefined;
  }
};

export const writePlaceNote = (owner: string, bookId: string, note: { locator: Locator; updatedAt: number }): void =>
  localStorage.setItem(prefixOf(owner) + bookId, JSON.stringify(note));

/** All of one owner, by book. */
export const listPlaceNotes = (owner: string): readonly (PlaceNote & { readonly bookId: string })[] =>
  Object.keys(localStorage).flatMap((key) => {
    if (!key.startsWith(prefixOf(owner))) return [];
    const bookId = key.slice(prefixOf(owner).length);
    const note = findPlaceNote(owner, bookId);
    return note === undefined ? [] : [{ bookId, ...note }];
  });

/** Searches in the text of a stored book with the functions of the server, so that the hits are the same. Runs in the store page. */
import type { getBookPassages, Locator, OutputOf } from '@shufang/contract';
import { findInPassage } from '@shufang/contract/find-in-passage';
import { locatorOfHit } from '@shufang/contract/hit-locator';

/** The text of a book as the device stores it. */
export interface StoredText {
  readonly passages: OutputOf<typeof getBookPassages>['passages'];
  /** Number of characters of each document of the reading order. */
  readonly chars: readonly number[];
}

/** Returns the hits from `offset` on, at most `limit`, in reading order, and the number of all hits. */
export const searchText = (
  { passages, chars }: StoredText,
  q: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { hits: Locator[]; total: number } => {
  const hits: Locator[] = [];
  let total = 0;
  for (const passage of passages) {
    for (const range of findInPassage(passage, q)) {
      if (total >= offset && hits.length < limit) hits.push(locatorOfHit(passage, range, chars[passage.documentIndex]));
      total += 1;
    }
  }
  return { hits, total };
};

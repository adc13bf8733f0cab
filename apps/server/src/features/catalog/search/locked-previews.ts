/**
 * Limits the locked text that search shows: few characters around a hit, few passages of a book per day (security.md §3). No passage is
 * shown while the rate limiter is unavailable. docs/decisions/0018-previews-of-locked-text.md describes what an attacker can still read
 * with a thousand requests.
 */
import type { CallContext } from '../../../platform/http/call-context.ts';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../../platform/rate-limit.ts';
import { CATALOG_LIMITS } from '../limits.ts';

const PER_DAY: RateLimitRule = { points: CATALOG_LIMITS.lockedPassagesPerDay, windowMs: 86_400_000 };

export type Previewer = Pick<CallContext, 'reader' | 'deviceId' | 'address'>;

export interface LockedPreviews {
  /**
   * Returns whether this passage may be shown: it was shown today already, or it is within the daily limit and now counts against it.
   * `passage` identifies the shown characters, so other characters around the same hit are another passage.
   */
  tryShow(previewer: Previewer, bookId: string, passage: string): Promise<boolean>;
  /** Returns whether the daily limit permits another passage of the book. Does not count against the limit. */
  hasRemaining(previewer: Previewer, bookId: string): Promise<boolean>;
}

/**
 * Returns whether a query is a long phrase (more than `lockedPhraseChars` characters). Its match in locked text is disclosed only together
 * with a shown passage.
 */
export const isLongPhrase = (query: string): boolean => [...query.replaceAll(/\s+/g, '')].length > CATALOG_LIMITS.lockedPhraseChars;

interface LockedPreviewDependencies {
  readonly limiter: RateLimiter;
  /** Returns the subnet of a client IP. */
  readonly subnetOf: (address: string) => string;
}

export const createLockedPreviews = ({ limiter, subnetOf }: LockedPreviewDependencies): LockedPreviews => {
  /**
   * Returns the keys under which a caller's passages are counted, in the order in which they are checked. The subnet is first, because a
   * client cannot choose it: once its limit is reached, nothing is stored for invented device ids.
   */
  const keysOf = ({ reader, deviceId, address }: Previewer, bookId: string): string[] =>
    [
      `subnet:${subnetOf(address)}`,
      ...(reader === undefined ? [] : [`user:${reader.userId}`]),
      ...(deviceId === undefined ? [] : [`device:${deviceId}`]),
    ].map((key) => `locked-preview:${bookId}:${key}`);
  const everyKey = async (
    previewer: Previewer,
    bookId: string,
    isAllowed: (key: string) => Promise<{ allowed: boolean }>,
  ): Promise<boolean> => {
    try {
      for (const key of keysOf(previewer, bookId)) if (!(await isAllowed(key)).allowed) return false;
      return true;
    } catch (error) {
      if (error instanceof RateLimiterUnavailableError) return false;
      throw error;
    }
  };
  return {
    tryShow: (previewer, bookId, passage) => everyKey(previewer, bookId, (key) => limiter.takeMember(key, passage, PER_DAY)),
    hasRemaining: (previewer, bookId) => everyKey(previewer, bookId, (key) => limiter.peek(key, PER_DAY)),
  };
};

/** Decides for one list of hits which passages are shown: at most `CATALOG_LIMITS.lockedHitsShown` of each book. */
export const previewsOfList = (previews: LockedPreviews, previewer: Previewer) => {
  const shown = new Map<string, { taken: number; refused: number }>();
  let isSpent = false;
  return {
    take: async (bookId: string, passage: string): Promise<boolean> => {
      const ofBook = shown.get(bookId) ?? { taken: 0, refused: 0 };
      shown.set(bookId, ofBook);
      // After a refused passage the list is continued, because a later passage that was already shown today may be shown again.
      if (ofBook.taken >= CATALOG_LIMITS.lockedHitsShown || ofBook.refused >= CATALOG_LIMITS.lockedHitsShown) return false;
      const isTaken = await previews.tryShow(previewer, bookId, passage);
      if (isTaken) ofBook.taken += 1;
      else {
        ofBook.refused += 1;
        isSpent = true;
      }
      return isTaken;
    },
    /** Returns whether a passage of this list was refused because of the daily limit. */
    isSpent: (): boolean => isSpent,
  };
};

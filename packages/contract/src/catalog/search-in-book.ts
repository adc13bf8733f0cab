import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';
import { pageInput } from './book-card.ts';
import { foundFormula, highlightedText } from './search-hit.ts';

/** A chapter with matches that is not open to the caller. */
export const lockedChapter = z.object({
  href: z.string(),
  title: z.string(),
  hits: z.number().int(),
  /** Passage with at most `LIMITS.lockedContextChars` on each side of the match; absent if only the title is shown. */
  snippet: highlightedText.optional(),
});

export type LockedChapter = z.output<typeof lockedChapter>;

/**
 * Searches inside one book, in reading order. `before`, `highlight` and `after` of each locator are the context. `hits` are in open
 * chapters. Only on the first page: `locked`, the other chapters; and `formulas`, if the query may be a formula, the formulas that contain
 * it, in reading order, `LIMITS.formulasInBook` at most.
 */
export const searchInBook = operation({
  name: 'searchInBook',
  method: 'GET',
  path: '/api/search/inBook',
  summary: '书内搜索',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId, q: z.string().trim().min(1).max(LIMITS.searchTextMax), ...pageInput }),
  output: z.object({
    hits: z.array(locator),
    /** Number of matches in open and locked chapters. */
    total: z.number().int(),
    next: z.string().optional(),
    /** True if the text of the book is still being indexed, so that nothing can be found yet. */
    isIndexing: z.boolean().optional(),
    /** True if the text of the book could not be indexed, so that nothing can be found until an editor repeats the import. */
    isUnsearchable: z.boolean().optional(),
    locked: z
      .object({
        chapters: z.array(lockedChapter),
        /** Number of matches in all locked chapters. */
        hits: z.number().int(),
        /** Whether the daily preview limit is reached, so that long phrases are not searched in locked chapters. */
        previewsSpent: z.boolean(),
      })
      .optional(),
    formulas: z.object({ items: z.array(z.object({ locator, formula: foundFormula })), total: z.number().int() }).optional(),
  }),
  errors: ['catalog.bookNotFound', 'entitlement.notEntitled'],
});

import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';
import { bookCard, pageInput } from './book-card.ts';
import { foundFormula, highlightedText, resourceKind } from './search-hit.ts';

export const searchHit = z.object({
  book: bookCard,
  kind: z.enum(['title', 'author', 'isbn', 'chapter', 'body', 'formula', 'resource']),
  /** Kind of the resource that was found; the snippet is its title. */
  resource: resourceKind.optional(),
  formula: foundFormula.optional(),
  field: highlightedText.optional(),
  chapter: z.string().optional(),
  /** Label of the page in the paper book that contains the hit. */
  page: z.string().optional(),
  snippet: highlightedText.optional(),
  locator: locator.optional(),
  /**
   * Whether the caller cannot open the position of the hit. Then the locator has only the chapter, and `snippet` has at most
   * `LIMITS.lockedContextChars` on each side of the match. `snippet` and `formula` are absent once the daily preview limit is reached.
   */
  locked: z.boolean(),
  /** Number of matches in the found passages of this chapter; present only for text that the caller cannot open. */
  hits: z.number().int().optional(),
});

export type SearchHit = z.output<typeof searchHit>;

/** Searches titles, authors, ISBN, chapter titles, body text, titles of resources, and formulas in TeX or plain notation. */
export const searchBooks = operation({
  name: 'searchBooks',
  method: 'GET',
  path: '/api/search/query',
  summary: '搜索',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({
    q: z.string().trim().min(1).max(LIMITS.searchTextMax),
    tab: z.enum(['all', 'books', 'body', 'formulas', 'resources']).default('all'),
    ...pageInput,
    limit: pageLimit(LIMITS.searchPageDefault),
  }),
  output: z.object({
    hits: z.array(searchHit),
    /** Number of hits of each kind. `formulas` is absent if the query is not a formula. */
    counts: z.object({
      books: z.number().int(),
      body: z.number().int(),
      formulas: z.number().int().optional(),
      resources: z.number().int(),
    }),
    /**
     * Whether the daily preview limit of a locked book is reached: some hits have only chapter titles, and long phrases are not searched in
     * it.
     */
    previewsSpent: z.boolean().optional(),
    /** Suggested queries, the likeliest first; present only when nothing was found. */
    guesses: z.array(z.string()).optional(),
    next: z.string().optional(),
  }),
});

/** The one search box, its suggestions, and the search inside one book. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';
import { bookCard, pageInput } from './operations.ts';

/** A piece of text with the hit marked by offsets (UTF-16 units, end exclusive). */
export const markedText = z.object({ text: z.string(), marks: z.array(z.tuple([z.number().int(), z.number().int()])) });
export type MarkedText = z.output<typeof markedText>;

/** What stands in a book beside its words, each in a place of its own; formulas and signs within a line are not among them. */
export const resourceKind = z.enum(['figure', 'media', 'table', 'formula', 'code']);
export type ResourceKind = z.output<typeof resourceKind>;

/** What a formula in a list is drawn with: names of MathML, none of which can do more than stand there. */
export const formulaTag = z.enum([
  'math',
  'mi',
  'mn',
  'mo',
  'mtext',
  'ms',
  'mrow',
  'mfrac',
  'msqrt',
  'mroot',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'mtable',
  'mtr',
  'mtd',
]);

/** A part of a formula: one with a text holds no others. No attributes, so that a page can draw it without trusting it. */
export interface FormulaNode {
  tag: z.output<typeof formulaTag>;
  text?: string | undefined;
  parts?: FormulaNode[] | undefined;
}
export const formulaNode: z.ZodType<FormulaNode> = z
  .lazy(() => z.object({ tag: formulaTag, text: z.string().optional(), parts: z.array(formulaNode).optional() }))
  .meta({ id: 'FormulaNode' });

/** How a found formula is written in one line, and how it is drawn; the latter only where the place is open and the formula small. */
const foundFormula = z.object({ latex: z.string(), drawing: formulaNode.optional() });
export type FoundFormula = z.output<typeof foundFormula>;

export const searchHit = z.object({
  book: bookCard,
  kind: z.enum(['title', 'author', 'isbn', 'chapter', 'body', 'formula', 'resource']),
  /** What a found resource is; its title is the snippet. */
  resource: resourceKind.optional(),
  formula: foundFormula.optional(),
  field: markedText.optional(),
  chapter: z.string().optional(),
  /** Of the paper book, as it is printed there. */
  page: z.string().optional(),
  snippet: markedText.optional(),
  locator: locator.optional(),
  /** True: the person may not open the place; the snippet is at most 40 characters. */
  locked: z.boolean(),
});
export type SearchHit = z.output<typeof searchHit>;

/** One box over titles, authors, ISBN, chapter titles, body text, titles of resources, and formulas as they are written in TeX or plainly. */
export const searchBooks = operation({
  name: 'searchBooks',
  method: 'GET',
  path: '/api/search/query',
  summary: '搜索',
  audience: 'anyone',
  input: z.object({
    q: z.string().trim().min(1).max(LIMITS.searchTextMax),
    tab: z.enum(['all', 'books', 'body', 'formulas', 'resources']).default('all'),
    ...pageInput,
    limit: pageLimit(LIMITS.searchPageDefault),
  }),
  output: z.object({
    hits: z.array(searchHit),
    /** `formulas`: absent where what was typed is none. */
    counts: z.object({
      books: z.number().int(),
      body: z.number().int(),
      formulas: z.number().int().optional(),
      resources: z.number().int(),
    }),
    /** Only when nothing at all was found: what may have been meant, the likeliest first. */
    guesses: z.array(z.string()).optional(),
    next: z.string().optional(),
  }),
});

/** What many people looked for and found of late, the most first; nothing where too few people did. */
export const listHotWords = operation({
  name: 'listHotWords',
  method: 'GET',
  path: '/api/search/hot',
  summary: '热搜词',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ words: z.array(z.string()) }),
});

export const suggestSearch = operation({
  name: 'suggestSearch',
  method: 'GET',
  path: '/api/search/suggest',
  summary: '搜索联想',
  audience: 'anyone',
  input: z.object({ q: z.string().trim().min(1).max(60) }),
  output: z.object({ suggestions: z.array(z.object({ text: z.string(), bookId: entityId.optional() })) }),
});

/**
 * Hits inside one book, in reading order. `before`, `highlight`, `after` of each locator are the context. `formulas`, with the first page
 * alone and where what was typed may be one: those that hold it, in reading order, `LIMITS.formulasInBook` at most.
 */
export const searchInBook = operation({
  name: 'searchInBook',
  method: 'GET',
  path: '/api/search/inBook',
  summary: '书内搜索',
  audience: 'anyone',
  input: z.object({ bookId: entityId, q: z.string().trim().min(1).max(LIMITS.searchTextMax), ...pageInput }),
  output: z.object({
    hits: z.array(locator),
    total: z.number().int(),
    next: z.string().optional(),
    formulas: z.object({ items: z.array(z.object({ locator, formula: foundFormula })), total: z.number().int() }).optional(),
  }),
  errors: ['catalog.bookNotFound', 'commerce.notEntitled'],
});

/** Books put together by editors: collections, what the front page shows, and the flat list of any source. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { accessModel, accessRight, bookCard, catalogFacets, pageInput, shelfState, totalsWithoutEach } from './operations.ts';

/** `series` 丛书; `topic` 专题; `list` 书单; `plan` 规划教材目录. */
export const collectionKind = z.enum(['series', 'topic', 'list', 'plan']);
export type CollectionKind = z.output<typeof collectionKind>;

/** A collection as a card. */
export const collectionCard = z.object({
  id: entityId,
  kind: collectionKind,
  title: z.string(),
  intro: z.string(),
  /** Address of the picture an editor gave; absent: drawn from the books' covers. */
  picture: z.string().optional(),
  /** Books a reader finds now. */
  bookCount: z.number().int(),
  /** Its first books, for the picture. */
  firstBooks: z.array(bookCard).max(3),
});
export type CollectionCard = z.output<typeof collectionCard>;

/** One book of a collection with the editor's note. `isListed`: false once the book was taken off the shelf. */
export const collectionItem = z.object({ book: bookCard, right: accessRight, isListed: z.boolean(), note: z.string() });
export type CollectionItem = z.output<typeof collectionItem>;

export const getCollection = operation({
  name: 'getCollection',
  method: 'GET',
  path: '/api/collection/get',
  summary: '专题、丛书与书单',
  audience: 'anyone',
  input: z.object({ id: entityId }),
  output: z.object({
    collection: collectionCard,
    curator: z.string(),
    updatedAt: z.number().int(),
    items: z.array(collectionItem),
    totals: z.object({ books: z.number().int(), chars: z.number().int(), owned: z.number().int() }),
    /** Others that share a book with it, or else of the same kind; at most 4. */
    related: z.array(collectionCard),
  }),
  errors: ['catalog.collectionNotFound'],
});

const idList = (max: number) =>
  z
    .string()
    .max(max * 27)
    .transform((text) => (text === '' ? [] : text.split(',')))
    .pipe(z.array(entityId).max(max));

/**
 * Collections readers may see, in the editors' order. `ids`: only these (with commas between); hidden and unknown ones are left out. `q`: only
 * those whose title or introduction holds all its words, or whose title is spelt so in pinyin.
 */
export const listCollections = operation({
  name: 'listCollections',
  method: 'GET',
  path: '/api/collection/list',
  summary: '专题、丛书与书单列表',
  audience: 'anyone',
  input: z.object({
    ids: idList(LIMITS.pageSizeMax).optional(),
    q: z.string().trim().min(1).max(LIMITS.searchTextMax).optional(),
    limit: pageInput.limit,
  }),
  output: z.object({ items: z.array(collectionCard) }),
});

/** A book as it stands for this person now, for lists whose membership the device keeps. */
export const standingCard = z.object({
  book: bookCard,
  right: accessRight,
  shelfState,
  /** The version that is opened now; absent in answers kept by earlier clients. */
  versionId: entityId.optional(),
});
export type StandingCard = z.output<typeof standingCard>;

/** Cards of given books (ids with commas between), those taken off the shelf included; drafts and unknown ones are left out. */
export const listBookCards = operation({
  name: 'listBookCards',
  method: 'GET',
  path: '/api/book/cards',
  summary: '按编号查图书',
  audience: 'anyone',
  input: z.object({ bookIds: idList(LIMITS.pageSizeMax) }),
  output: z.object({ items: z.array(standingCard) }),
});

/**
 * Where a flat list comes from. `hot`: read or kept by anybody within the last 30 days. `plan`: listed in a plan of textbooks, in the one
 * named by `id` or in any. `institution`: what the institution whose network the caller is in provides beyond free books; nothing
 * elsewhere. `publisher`, `author`: `id` is the name; `collection`: its id.
 */
export const bookSource = z.enum(['new', 'hot', 'free', 'plan', 'institution', 'publisher', 'author', 'collection']);
export type BookSource = z.output<typeof bookSource>;

/** `default` is the source's own order: newest first, most read first, or the editor's. */
export const bookSort = z.enum(['default', 'newest', 'hot', 'title']);
export type BookSort = z.output<typeof bookSort>;

/** The list behind every "more": published books of one source by facets; `cursor` from the answer before. */
export const queryBooks = operation({
  name: 'queryBooks',
  method: 'GET',
  path: '/api/book/query',
  summary: '图书列表',
  audience: 'anyone',
  input: z.object({
    source: bookSource.default('new'),
    id: z.string().trim().max(200).optional(),
    category: z.string().max(64).optional(),
    access: accessModel.optional(),
    language: z.string().max(16).optional(),
    sort: bookSort.default('default'),
    /** `no`: without counting them, for rows and later pages. */
    facets: z.enum(['yes', 'no']).default('yes'),
    ...pageInput,
  }),
  output: z.object({
    /** What the source is called; absent where its kind says it all. */
    title: z.string().optional(),
    items: z.array(bookCard),
    total: z.number().int(),
    next: z.string().optional(),
    facets: catalogFacets.optional(),
    /** Only when nothing was found, of the filters that are not the source's own. */
    without: totalsWithoutEach.optional(),
  }),
  errors: ['catalog.collectionNotFound'],
});

/** `banner`: the large pictures; `row`: a collection's books as a row of the front page. */
export const homeSlotKind = z.enum(['banner', 'row']);
export type HomeSlotKind = z.output<typeof homeSlotKind>;
/** `page`: an address within the product, beginning with one `/`. */
export const homeTargetType = z.enum(['book', 'collection', 'page']);
export type HomeTargetType = z.output<typeof homeTargetType>;

/** Only in a preview, of what readers do not see at that moment: why not. */
export const homeDraft = z.object({
  isHidden: z.boolean(),
  /** It begins later. */
  startAt: z.number().int().optional(),
  /** The book or collection is not on the shelf or not shown. */
  isTargetHidden: z.boolean(),
});
export type HomeDraft = z.output<typeof homeDraft>;

export const homeBanner = z.object({
  id: entityId,
  title: z.string(),
  lead: z.string(),
  picture: z.string().optional(),
  /** Where it leads, within the product. */
  address: z.string(),
  /** Shown beside the words where no picture was given. */
  books: z.array(bookCard).max(3),
  draft: homeDraft.optional(),
});
export type HomeBanner = z.output<typeof homeBanner>;

/** What editors put on the front page now, and the disciplines that have books. The rows of new, hot and free books are `queryBooks`. */
export const getHome = operation({
  name: 'getHome',
  method: 'GET',
  path: '/api/home/get',
  summary: '首页',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({
    banners: z.array(homeBanner),
    rows: z.array(z.object({ collection: collectionCard, books: z.array(bookCard), draft: homeDraft.optional() })),
    collections: z.array(collectionCard),
    categories: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
  }),
});

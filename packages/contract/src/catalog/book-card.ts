import { z } from 'zod';
import { licenseMode } from '../institution/license-mode.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';

export const accessModel = z.enum(['free', 'paid', 'codeOnly', 'institutionOnly']);

export type AccessModel = z.output<typeof accessModel>;

/** Source of an entitlement. `claim`: an approved request for access, made because the activation code could not be used. */
export const rightSource = z.enum(['order', 'code', 'claim', 'institution', 'class', 'gift', 'sample', 'author', 'staff']);

export type RightSource = z.output<typeof rightSource>;

/** Kind of a right to read a book. `trial`: only the trial chapters are open. */
export const rightKind = z.enum(['owned', 'institution', 'class', 'free', 'trial', 'none']);

export type RightKind = z.output<typeof rightKind>;

/** Whether and why the caller can read a book. All buttons that depend on it use only this. */
export const accessRight = z.object({
  kind: rightKind,
  /** One Chinese sentence that tells the caller why they can or cannot read the book. */
  reason: z.string(),
  /** Whether binding an activation code of the book would give the caller more access. */
  openByCode: z.boolean().optional(),
  /** Source of an `owned`, `institution` or `class` right. */
  source: rightSource.optional(),
  /** The license mode by which an institution's right applies to the caller in this session. */
  via: licenseMode.optional(),
  /** End of the right, exclusive, UTC ms; absent if it has no end. */
  endsAt: z.number().int().optional(),
  /** Whether all slots for readers of the institution's license are taken at present. */
  full: z.boolean().optional(),
  /** Whether signing in would probably open the book, because an institution licenses it to its members. */
  openBySignIn: z.boolean().optional(),
});

export type AccessRight = z.output<typeof accessRight>;

/** Returns whether a right opens every chapter of the book. */
export const mayReadAll = ({ kind }: Pick<AccessRight, 'kind'>): boolean => kind !== 'trial' && kind !== 'none';

/** Media by which books can be filtered: a book matches if it contains them. */
export const mediaKind = z.enum(['video', 'audio', 'quiz']);

export type MediaKind = z.output<typeof mediaKind>;

/** Education level of a book (product.md §6.2), from primary school to postgraduate and continuing education. */
export const bookLevel = z.enum(['primary', 'junior', 'senior', 'secondaryVoc', 'higherVoc', 'undergrad', 'postgrad', 'continuing']);

export type BookLevel = z.output<typeof bookLevel>;

/** Category trees: disciplines of higher education, fields of vocational education, and stages, grades and subjects of schools. */
export const categoryKind = z.enum(['discipline', 'vocational', 'school']);

export type CategoryKind = z.output<typeof categoryKind>;

export const cover = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });

/** What a list shows of a book, in the same form everywhere. */
export const bookCard = z.object({
  id: entityId,
  title: z.string(),
  subtitle: z.string().optional(),
  authors: z.string(),
  publisher: z.string().optional(),
  /** City where the book is published, as it is cited. */
  placeOfPublication: z.string().optional(),
  isbn: z.string().optional(),
  /** Edition number, from 1; absent for the only edition of a work. */
  edition: z.number().int().optional(),
  /** Id of the newest published edition of the work, if it is newer than this book. */
  newerEditionId: entityId.optional(),
  cover: cover.optional(),
  accessModel,
  priceFen: z.number().int(),
  /** Whether an authority ordered the removal of the book, so that nobody can obtain or read it. */
  removed: z.boolean().optional(),
  /** Whether the caller owns the book: their right is `owned`. */
  owned: z.boolean(),
  /** Kind of the caller's current right; absent if the response does not contain rights. */
  right: rightKind.optional(),
  /** Name of the textbook plan that lists the book (规划教材); an official document confirms it. */
  plan: z.string().optional(),
  publishedAt: z.number().int(),
  chars: z.number().int(),
  categories: z.array(z.string()),
  /** Share of the book up to the caller's furthest position, 0 to 1; absent if they never opened it or are signed out. */
  progress: z.number().min(0).max(1).optional(),
});

export type BookCard = z.output<typeof bookCard>;

/** Paging parameters of a list. */
export const pageInput = {
  // Cursor: text that identifies the last book of the previous page. It contains the book's title when the list is sorted by title.
  cursor: z.string().max(2_048).optional(),
  limit: pageLimit(),
};

/** Facet counts; each facet is counted under all other filters, not its own. */
export const catalogFacets = z.object({
  /** Categories in tree order. `parentId`: absent at the top level. */
  categories: z.array(
    z.object({ id: z.string(), parentId: z.string().optional(), kind: categoryKind, name: z.string(), count: z.number().int() }),
  ),
  /** Education levels, from primary school upwards. */
  levels: z.array(z.object({ value: bookLevel, count: z.number().int() })),
  access: z.array(z.object({ value: accessModel, count: z.number().int() })),
  languages: z.array(z.object({ value: z.string(), count: z.number().int() })),
  /** Publishers with the most books. */
  publishers: z.array(z.object({ value: z.string(), count: z.number().int() })),
  plans: z.array(z.object({ value: z.string(), count: z.number().int() })),
  media: z.array(z.object({ value: mediaKind, count: z.number().int() })),
  /** Years of publication, the newest first. */
  years: z.array(z.object({ value: z.number().int(), count: z.number().int() })),
});

/** Filters of the catalog. */
export const courseFilter = z.enum(['category', 'level', 'access', 'language', 'publisher', 'plan', 'media', 'year']);

export type CourseFilter = z.output<typeof courseFilter>;

/** For each active filter, the number of books without this filter but with all others; sent when a query has no results. */
export const totalsWithoutFilter = z.array(z.object({ filter: courseFilter, total: z.number().int() }));

export type TotalsWithoutFilter = z.output<typeof totalsWithoutFilter>;

/** Whether the caller can release a code that they bound, so that another user can bind it. */
export const codeRelease = z.object({
  allowed: z.boolean(),
  /** One Chinese line: the rule for releasing the code, or why it is not possible. */
  reason: z.string(),
  /** Earliest time at which the code can be released, UTC ms; present if only the waiting time prevents it. */
  from: z.number().int().optional(),
});

/** A code bound by the caller; the code itself is not stored. */
export const boundCode = z.object({
  id: z.string(),
  last4: z.string(),
  boundAt: z.number().int(),
  release: codeRelease,
});

export type BoundCode = z.output<typeof boundCode>;

/** A category with its children, all of the same kind. */
export interface CategoryNode {
  id: string;
  kind: CategoryKind;
  name: string;
  children: CategoryNode[];
}

/** State of a book. `draft`: never published. `offShelf`: hidden from new readers; existing entitlements stay valid. */
export const shelfState = z.enum(['draft', 'published', 'offShelf']);

export type ShelfState = z.output<typeof shelfState>;

/** Base path of cover images, `COVER_PATH/<bookId>/<sha256>.webp`. They are sent as files, not as JSON. */
export const COVER_PATH = '/api/media/cover';

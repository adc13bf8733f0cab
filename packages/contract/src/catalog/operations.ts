import { z } from 'zod';
import { licenceMode } from '../institution/licence-mode.ts';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { publicationMetadata } from '../publication/manifest.ts';
import { operation } from '../wire/operation.ts';
import { bookPerson } from './book-role.ts';

export const accessModel = z.enum(['free', 'paid', 'codeOnly', 'institutionOnly']);
export type AccessModel = z.output<typeof accessModel>;

/** What a right to a book came from. `claim`: photos of a code that could not be used. */
export const rightSource = z.enum(['order', 'code', 'claim', 'institution', 'class', 'gift', 'sample', 'author', 'staff']);
export type RightSource = z.output<typeof rightSource>;

/** `trial`: only the chapters that are open to all. */
export const rightKind = z.enum(['owned', 'institution', 'class', 'free', 'trial', 'none']);
export type RightKind = z.output<typeof rightKind>;

/** Why a person may read a book, or may not. Every button that depends on it reads this and nothing else. */
export const accessRight = z.object({
  kind: rightKind,
  /** One honest Chinese line for the access box. */
  reason: z.string(),
  /** True: an activation code of the book could be bound now and would give more than there is. */
  openByCode: z.boolean().optional(),
  /** What an `owned`, `institution` or `class` right came from. */
  source: rightSource.optional(),
  /** How an institution's right comes to the asker in this very session. */
  via: licenceMode.optional(),
  /** First moment it is over, UTC ms; absent: no end. */
  endsAt: z.number().int().optional(),
  /** True: an institution provides the book, and all its places are taken now: trying again later may help. */
  full: z.boolean().optional(),
  /** True: signing in would most likely open the book: an institution provides it here, to known people. */
  openBySignIn: z.boolean().optional(),
});
export type AccessRight = z.output<typeof accessRight>;

/** True when every chapter is open. */
export const mayReadAll = ({ kind }: Pick<AccessRight, 'kind'>): boolean => kind !== 'trial' && kind !== 'none';

/** What a catalogue can be narrowed to by what is in the books. */
export const mediaKind = z.enum(['video', 'audio', 'quiz']);
export type MediaKind = z.output<typeof mediaKind>;

/** Whom a book is written for (product.md §6.2): 小学, 初中, 高中, 中职, 高职, 本科, 研究生, 继续教育. */
export const bookLevel = z.enum(['primary', 'junior', 'senior', 'secondaryVoc', 'higherVoc', 'undergrad', 'postgrad', 'continuing']);
export type BookLevel = z.output<typeof bookLevel>;

/** Trees books are filed in: 学科门类 of higher education, 职教专业大类, and 学段, 年级, 学科 of schools. */
export const categoryKind = z.enum(['discipline', 'vocational', 'school']);
export type CategoryKind = z.output<typeof categoryKind>;

export const cover = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() });

/** A book as a card. */
export const bookCard = z.object({
  id: entityId,
  title: z.string(),
  subtitle: z.string().optional(),
  authors: z.string(),
  publisher: z.string().optional(),
  isbn: z.string().optional(),
  /** From 1; absent for the first edition of a work that has no other here. */
  edition: z.number().int().optional(),
  /** The newest edition on the shelf, where it is newer than this one. */
  newerEditionId: entityId.optional(),
  cover: cover.optional(),
  accessModel,
  priceFen: z.number().int(),
  /** True: ordered out of reading; nobody can get it, whatever it cost. */
  removed: z.boolean().optional(),
  /** The right is `owned`. */
  owned: z.boolean(),
  /** Which right is in force for whom the card was made; absent where nobody was looked at. */
  right: rightKind.optional(),
  /** The plan of textbooks that lists it (规划教材), proven by a document. */
  plan: z.string().optional(),
  publishedAt: z.number().int(),
  chars: z.number().int(),
  categories: z.array(z.string()),
  /** 0 to 1; absent when never opened or signed out. */
  progress: z.number().min(0).max(1).optional(),
});
export type BookCard = z.output<typeof bookCard>;

/** A book someone is in the middle of. */
export const continueCard = z.object({ book: bookCard, locator, readAt: z.number().int() });
export type ContinueCard = z.output<typeof continueCard>;

/** Books the person was last reading, newest first, at most 6. */
export const listContinueReading = operation({
  name: 'listContinueReading',
  method: 'GET',
  path: '/api/my/continue',
  summary: '继续阅读',
  input: z.object({}),
  output: z.object({ items: z.array(continueCard) }),
});

/** What a page of a list is asked by. */
export const pageInput = {
  // Holds the title of the book before, where titles are the order.
  cursor: z.string().max(2_048).optional(),
  limit: pageLimit(),
};

/** How many books each choice would leave; every facet is counted under the other filters, not its own. */
export const catalogFacets = z.object({
  /** In the order of the trees. `parentId`: absent at the top. */
  categories: z.array(
    z.object({ id: z.string(), parentId: z.string().optional(), kind: categoryKind, name: z.string(), count: z.number().int() }),
  ),
  /** From primary school upwards. */
  levels: z.array(z.object({ value: bookLevel, count: z.number().int() })),
  access: z.array(z.object({ value: accessModel, count: z.number().int() })),
  languages: z.array(z.object({ value: z.string(), count: z.number().int() })),
  /** Those with the most books. */
  publishers: z.array(z.object({ value: z.string(), count: z.number().int() })),
  plans: z.array(z.object({ value: z.string(), count: z.number().int() })),
  media: z.array(z.object({ value: mediaKind, count: z.number().int() })),
  /** Years of publication, the newest first. */
  years: z.array(z.object({ value: z.number().int(), count: z.number().int() })),
});

/** What the catalogue is narrowed by; each filter takes away books. */
export const courseFilter = z.enum(['category', 'level', 'access', 'language', 'publisher', 'plan', 'media', 'year']);
export type CourseFilter = z.output<typeof courseFilter>;

/** How many books a list that found none would hold without each filter that is on. */
export const totalsWithoutEach = z.array(z.object({ filter: courseFilter, total: z.number().int() }));
export type TotalsWithoutEach = z.output<typeof totalsWithoutEach>;

/** `default` weighs how new a book is and how much it is read. */
export const courseSort = z.enum(['default', 'newest', 'hot', 'rating', 'title']);
export type CourseSort = z.output<typeof courseSort>;

/** Published books by facets; `cursor` from the answer before. */
export const listCourses = operation({
  name: 'listCourses',
  method: 'GET',
  path: '/api/course/query',
  summary: '课程目录',
  audience: 'anyone',
  input: z.object({
    category: z.string().max(64).optional(),
    level: bookLevel.optional(),
    access: accessModel.optional(),
    language: z.string().max(16).optional(),
    /** By name. */
    publisher: z.string().trim().max(200).optional(),
    /** By the plan's name. */
    plan: z.string().trim().max(100).optional(),
    media: mediaKind.optional(),
    year: z.coerce.number().int().min(1000).max(9999).optional(),
    sort: courseSort.default('default'),
    ...pageInput,
  }),
  output: z.object({
    items: z.array(bookCard),
    total: z.number().int(),
    next: z.string().optional(),
    facets: catalogFacets,
    /** Only when nothing was found. */
    without: totalsWithoutEach.optional(),
  }),
});

/** A table-of-contents entry with what a reader may open. */
export interface TocEntry {
  title: string;
  href?: string | undefined;
  open: boolean;
  positions?: number | undefined;
  /** About how long its document takes to read; at the first entry that leads into it. */
  minutes?: number | undefined;
  /** How long the films and sounds of that document last; at the same entry. */
  mediaMinutes?: number | undefined;
  children?: TocEntry[] | undefined;
}
export const tocEntry: z.ZodType<TocEntry> = z
  .lazy(() =>
    z.object({
      title: z.string(),
      href: z.string().optional(),
      open: z.boolean(),
      positions: z.number().int().optional(),
      minutes: z.number().int().optional(),
      mediaMinutes: z.number().int().optional(),
      children: z.array(tocEntry).optional(),
    }),
  )
  .meta({ id: 'TocEntry' });

/** Everything of the product page. `toc` marks trial chapters as open for a person without the right. */
export const getBookInfo = operation({
  name: 'getBookInfo',
  method: 'GET',
  path: '/api/book/info',
  summary: '图书详情',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: z.object({
    book: bookCard,
    metadata: publicationMetadata,
    contributors: z.array(bookPerson),
    descriptionText: z.string(),
    /** Present for a book that a plan lists: its name, and the document that says so. */
    plan: z.object({ name: z.string(), proof: z.string() }).optional(),
    level: bookLevel.optional(),
    /** Editions of the work this person finds, this one counted; absent: there is no other. */
    editionCount: z.number().int().optional(),
    /** Files that go with the book (`listBookMaterials`); absent: none. */
    materialCount: z.number().int().optional(),
    /** The newest edition on the shelf, where it is newer than this one. */
    newerEdition: z.object({ bookId: entityId, edition: z.number().int() }).optional(),
    right: accessRight,
    /**
     * Present where the whole book is not open to the asker and an institution one can sign in through has bought it. `names`: those the
     * signed-in person belongs to; of others nobody is told which they are.
     */
    institutionSignIn: z.object({ names: z.array(z.string()) }).optional(),
    toc: z.array(tocEntry),
    trialChapters: z.number().int(),
    updatedAt: z.number().int(),
    /** Number of the version in force. */
    versionNo: z.number().int(),
    /** Of the ratings in view; absent where nobody has rated. */
    rating: z.object({ count: z.number().int(), mean: z.number() }).optional(),
    counts: z.object({
      images: z.number().int(),
      formulas: z.number().int(),
      tables: z.number().int(),
      audio: z.number().int(),
      video: z.number().int(),
      code: z.number().int(),
      // Answers kept on a device by earlier clients have none.
      questions: z.number().int().default(0),
      /** 0: nobody knows. */
      audioSeconds: z.number().int().default(0),
      videoSeconds: z.number().int().default(0),
    }),
  }),
  errors: ['catalog.bookNotFound'],
});

/** May a bound code be given back, and what is said of it before it is. */
export const codeRelease = z.object({
  allowed: z.boolean(),
  /** One Chinese line: the rule, or why not. */
  reason: z.string(),
  /** From when on it may, UTC ms, where only that is missing. */
  from: z.number().int().optional(),
});

/** A code the person bound; the code itself is known to nobody any more. */
export const boundCode = z.object({
  id: z.string(),
  last4: z.string(),
  boundAt: z.number().int(),
  release: codeRelease,
});
export type BoundCode = z.output<typeof boundCode>;

/** One of a person's rights to a book. `suspended`: for a while; `ended`: its term is over. */
export const heldRight = z.object({
  id: z.string(),
  source: rightSource,
  startsAt: z.number().int(),
  endsAt: z.number().int().optional(),
  state: z.enum(['active', 'ended', 'suspended']),
  /** Why it is suspended, in the operator's words. */
  reason: z.string().optional(),
  /** The order it came from. */
  orderNo: z.string().optional(),
  code: boundCode.optional(),
});
export type HeldRight = z.output<typeof heldRight>;

/** My books, whatever the right came from; `source` is that of the newest right, `held` all there are, the newest first. */
export const listMyBooks = operation({
  name: 'listMyBooks',
  method: 'GET',
  path: '/api/my/getBooks',
  summary: '我的图书',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        book: bookCard,
        right: accessRight,
        source: rightSource,
        since: z.number().int(),
        // Answers kept on a device by earlier clients have none.
        held: z.array(heldRight).default([]),
      }),
    ),
  }),
});

/** A discipline and those under it, which are of its kind. */
export interface CategoryNode {
  id: string;
  kind: CategoryKind;
  name: string;
  children: CategoryNode[];
}
export const categoryNode: z.ZodType<CategoryNode> = z
  .lazy(() => z.object({ id: z.string(), kind: categoryKind, name: z.string(), children: z.array(categoryNode) }))
  .meta({ id: 'CategoryNode' });

/** All disciplines in their order, whether or not a book is filed under them. */
export const getCategoryTree = operation({
  name: 'getCategoryTree',
  method: 'GET',
  path: '/api/category/tree',
  summary: '学科分类',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ items: z.array(categoryNode) }),
});

/** `draft`: never published. `offShelf`: new readers do not find it; those who have a right keep it. */
export const shelfState = z.enum(['draft', 'published', 'offShelf']);
export type ShelfState = z.output<typeof shelfState>;

/** How a book stands in the catalogue, for operators. */
export const shelfRecord = z.object({ bookId: entityId, title: z.string(), state: shelfState });
export type ShelfRecord = z.output<typeof shelfRecord>;

/** Puts a book on the shelf or takes it off, the latter with a reason. The day it was first published stays. */
export const setBookShelf = operation({
  name: 'setBookShelf',
  method: 'POST',
  path: '/api/admin/book/shelf',
  summary: '上架或下架图书',
  input: z.object({
    bookId: entityId,
    state: shelfState.exclude(['draft']),
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: shelfRecord,
  errors: ['catalog.bookNotFound'],
});

/**
 * Takes a book from all readers because an authority ordered it, or gives it back (`notice` empty). Another thing than taking it off the
 * shelf: owners cannot read either, and are told `notice`. Notes stay.
 */
export const setBookRemoval = operation({
  name: 'setBookRemoval',
  method: 'POST',
  path: '/api/admin/book/removal',
  summary: '责令停止阅读',
  input: z.object({
    bookId: entityId,
    notice: z.string().trim().max(200),
    /** For the log: which order, by whom. Needed when the book is taken away. */
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: z.object({ bookId: entityId, notice: z.string() }),
  errors: ['catalog.bookNotFound'],
});

/** How these books stand; unknown ones are left out. `bookIds`: ids with commas between, at most 100. */
export const listBookShelves = operation({
  name: 'listBookShelves',
  method: 'GET',
  path: '/api/admin/book/shelf/list',
  summary: '图书上架状态',
  input: z.object({
    bookIds: z
      .string()
      .max(100 * 27)
      .transform((text) => text.split(','))
      .pipe(z.array(entityId).min(1).max(100)),
  }),
  output: z.object({ items: z.array(shelfRecord) }),
});

/** Card pictures: `COVER_PATH/<bookId>/<sha256>.webp`. Not in the envelope. */
export const COVER_PATH = '/api/media/cover';

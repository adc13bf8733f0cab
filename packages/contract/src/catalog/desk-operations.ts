/** What editors do with a book at the desk, and what authors see of theirs. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookRole } from './book-role.ts';
import { accessModel, bookCard, bookLevel, shelfState } from './operations.ts';

/** `linked`: the account of the person, the number masked. */
export const bookContributor = z.object({
  name: z.string(),
  role: bookRole,
  unit: z.string(),
  linked: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
});
export type BookContributor = z.output<typeof bookContributor>;

export const deskBook = z.object({
  bookId: entityId,
  title: z.string(),
  subtitle: z.string(),
  authors: z.string(),
  isbn: z.string(),
  publisher: z.string(),
  description: z.string(),
  categoryIds: z.array(z.string()),
  level: bookLevel.optional(),
  /** From 1. */
  edition: z.number().int(),
  /** All editions of the work, this one among them, the newest first; empty where this is the only one. */
  editions: z.array(z.object({ bookId: entityId, title: z.string(), edition: z.number().int(), state: shelfState })),
  accessModel,
  priceFen: z.number().int(),
  /** How long the right lasts that is bought now, in days; absent: for good. */
  termDays: z.number().int().optional(),
  /** Between which times it is sold, UTC ms, the latter exclusive; absent: no such bound. */
  saleFrom: z.number().int().optional(),
  saleTo: z.number().int().optional(),
  /** What those pay who had it; absent: as much as others. */
  renewalFen: z.number().int().optional(),
  trialChapters: z.number().int(),
  /** The chapters that may be tried, by their keys (`listBookChapters`); absent: the first ones. */
  trialChosen: z.array(z.string()).optional(),
  /** 规划教材: the plan's name and the document that lists the book; both empty for none. */
  planTag: z.string(),
  planProof: z.string(),
  state: shelfState,
  cover: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }).optional(),
  contributors: z.array(bookContributor),
  /** What readers are told while an authority keeps the book from them; empty: nobody does. */
  removalNotice: z.string(),
  updatedAt: z.number().int(),
});
export type DeskBook = z.output<typeof deskBook>;

/** Books in any state, the last changed first. `q`: a part of the title, of the authors or of the ISBN. */
export const listDeskBooks = operation({
  name: 'listDeskBooks',
  method: 'GET',
  path: '/api/admin/book/list',
  summary: '图书列表（工作台）',
  input: z.object({
    q: z.string().trim().max(100).default(''),
    state: shelfState.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(
      deskBook.pick({
        bookId: true,
        title: true,
        authors: true,
        isbn: true,
        publisher: true,
        accessModel: true,
        priceFen: true,
        state: true,
        cover: true,
        updatedAt: true,
      }),
    ),
    nextCursor: z.string().optional(),
  }),
});

export const getDeskBook = operation({
  name: 'getDeskBook',
  method: 'GET',
  path: '/api/admin/book/get',
  summary: '图书（工作台）',
  input: z.object({ bookId: entityId }),
  output: deskBook,
  errors: ['catalog.bookNotFound'],
});

/**
 * The chapters of the version in force in the order of its contents, for who chooses which may be tried. `key`: stays with the chapter in later
 * versions; absent on a heading that has chapters below and no text of its own. `rank`: its place in reading
 * order, from 0. `chars`: with the notes and plates that go with it.
 */
export const listBookChapters = operation({
  name: 'listBookChapters',
  method: 'GET',
  path: '/api/admin/book/chapters',
  summary: '图书的章节（试读选择）',
  input: z.object({ bookId: entityId }),
  output: z.object({
    items: z.array(
      z.object({
        title: z.string(),
        depth: z.number().int().min(0),
        key: z.string().optional(),
        rank: z.number().int().min(0).optional(),
        chars: z.number().int().min(0),
      }),
    ),
    /** Of covers and title leaves before the first chapter, which are open to everybody. */
    frontChars: z.number().int().min(0),
    totalChars: z.number().int().min(0),
  }),
  errors: ['catalog.bookNotFound'],
});

/** ISBN-13 with its check digit, hyphens left out; ISBN-10 is not given to new books. */
export const isIsbn13 = (text: string): boolean =>
  /^97[89]\d{10}$/.test(text) && [...text].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;

const isbn13 = z
  .string()
  .trim()
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .refine((text) => text === '' || isIsbn13(text), 'ISBN 有误：应为 13 位，且校验位相符');

/**
 * Sets what the catalogue says of a book; what is left out stays. A contributor's `tel` links the account with this number, `userId`
 * keeps a link, neither takes it away. A new import of the book leaves all of it as it is. A plan without the document that lists the book
 * is refused (`request.invalid`).
 */
export const saveDeskBook = operation({
  name: 'saveDeskBook',
  method: 'POST',
  path: '/api/admin/book/save',
  summary: '编辑图书',
  input: z.object({
    bookId: entityId,
    title: z.string().trim().min(1, '请填写书名').max(120).optional(),
    subtitle: z.string().trim().max(120).optional(),
    isbn: isbn13.optional(),
    publisher: z.string().trim().max(120).optional(),
    description: z.string().trim().max(5_000).optional(),
    categoryIds: z.array(z.string().max(64)).max(10).optional(),
    /** Null: for no level alone. */
    level: bookLevel.nullable().optional(),
    accessModel: accessModel.optional(),
    /** The first so many. */
    trialChapters: z.coerce.number().int().min(0).max(LIMITS.trialChaptersMax).optional(),
    /** Chapters by their keys, whatever `trialChapters` says; none: there is no trial. */
    trialChosen: z.array(z.string().min(1).max(20)).max(LIMITS.trialChosenMax, `最多选 ${LIMITS.trialChosenMax} 章`).optional(),
    planTag: z.string().trim().max(60, '规划名称最多 60 个字').optional(),
    planProof: z.string().trim().max(120, '文号最多 120 个字').optional(),
    contributors: z
      .array(
        z.object({
          name: z.string().trim().min(1, '请填写姓名').max(60),
          role: bookRole,
          unit: z.string().trim().max(60).default(''),
          userId: z.string().max(64).optional(),
          tel: z
            .string()
            .regex(/^1[3-9]\d{9}$/, '手机号码格式错误')
            .optional(),
        }),
      )
      .max(50)
      .optional(),
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: deskBook,
  errors: ['catalog.bookNotFound', 'account.personNotFound'],
});

/**
 * Says which edition a book is, and of which work: `sameWorkAs` another edition's id puts both into one work, `null` takes the book out of
 * its work, absent leaves it there. Rights stay with the edition they were got for. Two editions of a work never have one number
 * (`request.invalid`).
 */
export const setBookEdition = operation({
  name: 'setBookEdition',
  method: 'POST',
  path: '/api/admin/book/edition',
  summary: '设置版次，关联新旧版',
  input: z.object({
    bookId: entityId,
    edition: z.coerce.number().int().min(1, '版次从 1 开始').max(99, '版次最大 99'),
    sameWorkAs: entityId.nullable().optional(),
  }),
  output: deskBook,
  errors: ['catalog.bookNotFound'],
});

/** `fileId`: a picture of the editor's own (`uploadImage`). */
export const setBookCover = operation({
  name: 'setBookCover',
  method: 'POST',
  path: '/api/admin/book/cover',
  summary: '更换封面',
  input: z.object({ bookId: entityId, fileId: entityId }),
  output: deskBook,
  errors: ['catalog.bookNotFound', 'file.notFound', 'file.pictureBroken'],
});

/** Whether the person is an author: by the role, or by a book that names them. */
export const isAuthor = operation({
  name: 'isAuthor',
  method: 'GET',
  path: '/api/user/isAuthor',
  summary: '是否作者',
  input: z.object({}),
  output: z.object({ isAuthor: z.boolean() }),
});

/** The books that name the person, with what they are in each, the last changed first. */
export const getBooksAsAuthor = operation({
  name: 'getBooksAsAuthor',
  method: 'GET',
  path: '/api/my/getBooksAsAuthor',
  summary: '我编写的图书',
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ book: bookCard, roles: z.array(bookRole), state: shelfState, updatedAt: z.number().int() })),
  }),
});

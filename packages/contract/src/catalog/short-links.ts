/** Short codes printed beside a paragraph or on a cover: `/q/<code>` leads to the place for as long as the book is read. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

export const shortLinkTarget = z.enum(['book', 'block', 'collection', 'page']);
export type ShortLinkTarget = z.output<typeof shortLinkTarget>;

/** Where a short code leads, as a path of the product. Counts a visit. */
export const resolveShortLink = operation({
  name: 'resolveShortLink',
  method: 'GET',
  path: '/api/q/resolve',
  summary: '短码解析',
  audience: 'anyone',
  input: z.object({ code: z.string().regex(/^[0-9A-Za-z]{4,16}$/) }),
  output: z.object({
    path: z.string(),
    /** False: the exact place is gone from the book, and this is the nearest there is. */
    exact: z.boolean(),
  }),
  errors: ['catalog.shortLinkUnknown'],
});

const path = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])/, '地址须以 / 开头');

const linkWish = z.object({
  targetType: shortLinkTarget,
  /** Id of a book or collection; `<book id>#<block id>`; a path of the product. */
  targetId: z.string().trim().min(1).max(500),
  fallbackUrl: z.union([z.literal(''), path]).default(''),
  label: z.string().trim().max(120).default(''),
});

export const shortLink = linkWish.extend({
  code: z.string(),
  /** Whole address to print. */
  address: z.string(),
  hits: z.number().int(),
  lastOkAt: z.number().int().optional(),
  /** What the book or collection it leads to is called now; absent for a page, and once the target is gone. */
  targetTitle: z.string().optional(),
  createdAt: z.number().int(),
});
export type ShortLink = z.output<typeof shortLink>;

/** Makes codes, one for each wish, in their order. */
export const createShortLinks = operation({
  name: 'createShortLinks',
  method: 'POST',
  path: '/api/admin/q/create',
  summary: '生成短码',
  input: z.object({ links: z.array(linkWish).min(1).max(LIMITS.shortLinksPerCall) }),
  output: z.object({ items: z.array(shortLink) }),
});

/** Leads a printed code elsewhere; the code stays what it is. */
export const retargetShortLink = operation({
  name: 'retargetShortLink',
  method: 'POST',
  path: '/api/admin/q/retarget',
  summary: '修改短码去向',
  input: linkWish.extend({ code: z.string().max(16) }),
  output: z.object({ link: shortLink }),
  errors: ['catalog.shortLinkUnknown'],
});

/** The newest first. `q`: the beginning of the code, or a part of the label. */
export const listShortLinks = operation({
  name: 'listShortLinks',
  method: 'GET',
  path: '/api/admin/q/list',
  summary: '短码',
  input: z.object({
    q: z.string().trim().max(60).default(''),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({ items: z.array(shortLink), next: z.string().optional() }),
});

/** The chapters of a book as it stands now, each with the block it begins with; `level` from 1. */
export const listBookPlaces = operation({
  name: 'listBookPlaces',
  method: 'GET',
  path: '/api/admin/q/places',
  summary: '短码可指向的章节',
  input: z.object({ bookId: entityId }),
  output: z.object({ items: z.array(z.object({ title: z.string(), level: z.number().int().min(1), blockId: z.string() })) }),
  errors: ['catalog.bookNotFound'],
});

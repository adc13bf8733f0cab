/** Faults that readers find in books: reported, decided by an editor, put right in a later version (product.md §7.5). */
import { z } from 'zod';
import { pageInput } from '../catalog/operations.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';

/** `submitted` waits for an editor; `accepted` is right and waits for a new version; `fixed` stands right in that version. */
export const erratumState = z.enum(['submitted', 'accepted', 'duplicate', 'rejected', 'fixed']);
export type ErratumState = z.output<typeof erratumState>;

/** As readers see it. Of other people's reports `quote` and `suggestion` hold at most 40 characters. */
export const erratum = z.object({
  id: entityId,
  state: erratumState,
  /** The words that are wrong. */
  quote: z.string(),
  /** How it should read. */
  suggestion: z.string(),
  chapter: z.string(),
  locator: locator.optional(),
  /** The editor's words. */
  answer: z.string(),
  /** The book's version it was found in, and the one it was put right in. */
  versionNo: z.number().int(),
  fixedInVersion: z.number().int().optional(),
  createdAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  /** The reader's own report. */
  mine: z.boolean(),
});
export type Erratum = z.output<typeof erratum>;

const counts = z.object({
  submitted: z.number().int(),
  accepted: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.number().int(),
  fixed: z.number().int(),
});

/** Reports a fault in a book whose page the person may see. */
export const reportErratum = operation({
  name: 'reportErratum',
  method: 'POST',
  path: '/api/errata/report',
  summary: '报告错误',
  input: z.object({
    bookId: entityId,
    quote: z
      .string()
      .trim()
      .min(1, '请填写有误的原文')
      .max(LIMITS.erratumTextChars, `原文最多 ${LIMITS.erratumTextChars} 个字，请只摘录有误的一句`),
    suggestion: z.string().trim().min(1, '请填写应改成什么').max(LIMITS.erratumTextChars, `修改建议最多 ${LIMITS.erratumTextChars} 个字`),
    reason: z.string().trim().max(LIMITS.erratumReasonChars, `说明最多 ${LIMITS.erratumReasonChars} 个字`).default(''),
    /** Chapter or page, where no place of the text is given. */
    chapter: z.string().trim().max(100, '位置最多 100 个字').default(''),
    locator: locator.optional(),
  }),
  output: erratum,
  errors: ['catalog.bookNotFound', 'errata.sameText'],
});

/** What was found in a book and is right, the newest first; with `whose: mine` every report of one's own, decided or not. */
export const listErrata = operation({
  name: 'listErrata',
  method: 'GET',
  path: '/api/errata/list',
  summary: '勘误',
  audience: 'anyone',
  input: z.object({ bookId: entityId, whose: z.enum(['all', 'mine']).default('all'), ...pageInput }),
  output: z.object({
    items: z.array(erratum),
    /** Of all reports of the book, whoever made them. */
    counts,
    next: z.string().optional(),
  }),
  errors: ['catalog.bookNotFound'],
});

/** As an editor sees it. */
export const deskErratum = erratum.omit({ mine: true }).extend({
  bookId: entityId,
  bookTitle: z.string(),
  reason: z.string(),
  /** Number of the version in force. */
  currentVersion: z.number().int(),
  /** Absent: the person has left. */
  reporter: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
});
export type DeskErratum = z.output<typeof deskErratum>;

/** Who has waited longest comes first among those that wait for an editor or for a new version, else the newest decision first. */
export const listDeskErrata = operation({
  name: 'listDeskErrata',
  method: 'GET',
  path: '/api/admin/errata/list',
  summary: '勘误列表（工作台）',
  input: z.object({
    state: erratumState.default('submitted'),
    bookId: entityId.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageInput.limit,
  }),
  output: z.object({ items: z.array(deskErratum), counts, nextCursor: z.string().optional() }),
});

/**
 * `accept`, `duplicate` and `reject` decide one that waits, `reject` with words for the reporter; `fix` says in which version one that was
 * accepted stands right (absent: the one in force).
 */
export const decideErratum = operation({
  name: 'decideErratum',
  method: 'POST',
  path: '/api/errata/decide',
  summary: '处理勘误',
  input: z
    .object({
      id: entityId,
      decision: z.enum(['accept', 'duplicate', 'reject', 'fix']),
      answer: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
      fixedInVersion: z.coerce.number().int().min(1).optional(),
    })
    .refine(({ decision, answer }) => decision !== 'reject' || answer !== '', { message: '请写明不采纳的原因', path: ['answer'] }),
  output: deskErratum,
  errors: ['errata.notFound', 'errata.decided', 'errata.versionUnknown'],
});

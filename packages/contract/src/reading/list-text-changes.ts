import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { blockPoint } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';

/** A part of a changed passage. Long parts are shortened. */
export const textPart = z.object({ kind: z.enum(['same', 'inserted', 'deleted', 'moved']), text: z.string() });
export type TextPart = z.output<typeof textPart>;

/** A changed passage of the current version: one paragraph, or several that were added, removed or moved together. */
export const textChange = z.object({
  /** Position in the list. */
  id: z.number().int(),
  kind: z.enum(['changed', 'added', 'removed', 'moved']),
  /** Number of paragraphs. */
  blocks: z.number().int(),
  chapterTitle: z.string(),
  /** Where the passage is in the current version; of removed text the paragraph before it. */
  href: z.string(),
  block: blockPoint,
  parts: z.array(textPart),
});
export type TextChange = z.output<typeof textChange>;

const comparedVersion = z.object({ no: z.number().int(), releasedAt: z.number().int() });

/**
 * Lists what changed in the text of a book since the version with the number `since`, in reading order. Chapters that the caller may not
 * open are left out. The first request for a pair of versions compares them, which takes seconds for a long book.
 */
export const listTextChanges = operation({
  name: 'listTextChanges',
  method: 'GET',
  path: '/api/book/text-changes',
  summary: '更新内容',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({
    bookId: entityId,
    since: z.coerce.number().int().min(1).max(1_000_000),
    cursor: z.string().max(256).optional(),
    limit: pageLimit(30),
  }),
  output: z.object({
    title: z.string(),
    from: comparedVersion,
    to: comparedVersion,
    /**
     * `indexing`: the text of the current version is being indexed. `tooLarge`: the texts exceed a limit of the comparison. `noText`: the
     * text of the earlier version is not stored. There are no items then.
     */
    state: z.enum(['compared', 'indexing', 'tooLarge', 'noText']),
    /** Number of all changes in chapters that the caller may open. */
    total: z.number().int(),
    /** Whether the versions differ at more than `LIMITS.textChangesMax` passages; the rest is left out. */
    isCut: z.boolean(),
    items: z.array(textChange),
    next: z.string().optional(),
  }),
  errors: ['catalog.bookNotFound', 'entitlement.notEntitled'],
});

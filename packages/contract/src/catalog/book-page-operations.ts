/** Parts of the product page that are asked for when their tab is opened: what changed, and what is in the book beside its words. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';
import { standingCard } from './collection-operations.ts';
import { pageInput } from './operations.ts';
import { resourceKind } from './search-operations.ts';

/** Paragraphs, pictures, cells and the like that are new, written anew or gone since the version before. */
export const versionChanges = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  /** The first chapters with something new or written anew, in reading order; at most 20. */
  chapters: z.array(z.object({ title: z.string(), added: z.number().int(), changed: z.number().int() })),
});
export type VersionChanges = z.output<typeof versionChanges>;

/** One released version of a book. */
export const bookVersionRecord = z.object({
  no: z.number().int(),
  releasedAt: z.number().int(),
  /** What the editor says of it; may be empty. */
  note: z.string(),
  chars: z.number().int(),
  /** Absent for the first one. */
  changes: versionChanges.optional(),
});
export type BookVersionRecord = z.output<typeof bookVersionRecord>;

/** Released versions of a book, the newest first. */
export const getBookChanges = operation({
  name: 'getBookChanges',
  method: 'GET',
  path: '/api/book/changes',
  summary: '更新记录',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: z.object({ versions: z.array(bookVersionRecord) }),
  errors: ['catalog.bookNotFound'],
});

/** Writes what readers are told of a version. Permission `publishBook`. */
export const saveVersionNote = operation({
  name: 'saveVersionNote',
  method: 'POST',
  path: '/api/admin/book/version/note',
  summary: '填写版本说明',
  input: z.object({
    bookId: entityId,
    no: z.coerce.number().int().min(1).max(1_000_000),
    note: z.string().trim().max(LIMITS.versionNoteChars, `版本说明最多 ${LIMITS.versionNoteChars} 个字`),
  }),
  output: z.object({ versions: z.array(bookVersionRecord) }),
  errors: ['catalog.bookNotFound'],
});

/** One edition of a work, as it stands for this person. */
export const bookEdition = standingCard.extend({
  edition: z.number().int(),
  isbn: z.string().optional(),
  /** Of publication, as the book states it. */
  year: z.number().int().optional(),
});
export type BookEdition = z.output<typeof bookEdition>;

/** Editions of a work, the newest first: those on the shelf, the one asked by, and those taken off the shelf that the person may still read. */
export const listBookEditions = operation({
  name: 'listBookEditions',
  method: 'GET',
  path: '/api/book/editions',
  summary: '新旧版',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: z.object({ items: z.array(bookEdition) }),
  errors: ['catalog.bookNotFound'],
});

export const bookResource = z.object({
  kind: resourceKind,
  /** Its caption, or its first words; may be empty. At most 40 characters where `open` is false. */
  title: z.string(),
  chapter: z.string(),
  /** Whether this person may open the place. */
  open: z.boolean(),
  locator,
});
export type BookResource = z.output<typeof bookResource>;

/** Pictures, tables, formulas, audio and video of a book in reading order. `kind` absent: the first kind there is. */
export const listBookResources = operation({
  name: 'listBookResources',
  method: 'GET',
  path: '/api/book/resources',
  summary: '书中资源',
  audience: 'anyone',
  input: z.object({ bookId: entityId, kind: resourceKind.optional(), ...pageInput }),
  output: z.object({
    /** Kinds the book has, in their order. */
    counts: z.array(z.object({ kind: resourceKind, count: z.number().int() })),
    /** What `items` are; absent where there is nothing. */
    kind: resourceKind.optional(),
    items: z.array(bookResource),
    next: z.string().optional(),
  }),
  errors: ['catalog.bookNotFound'],
});

/**
 * The approval of a version whose documents contain scripts (docs/decisions/0022-interactive-books.md). It belongs to one version: a new
 * version of the book is not approved.
 */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';

export const scriptApprovalState = z.enum(['requested', 'approved', 'rejected', 'withdrawn']);

export const scriptApproval = z.object({
  state: scriptApprovalState,
  requestedBy: z.string(),
  /** Times are UTC ms. */
  requestedAt: z.number().int(),
  reason: z.string(),
  /** Who approved, rejected or withdrew it; absent while it waits. */
  decidedBy: z.string().optional(),
  decidedAt: z.number().int().optional(),
  reply: z.string(),
  /** Whether the caller requested it, so that another person must decide it. */
  isOwn: z.boolean(),
});

export type ScriptApproval = z.output<typeof scriptApproval>;

/** A script, or a document with scripts, of a version. `text`: its beginning; absent if it is no text. */
export const scriptFile = z.object({
  path: z.string(),
  bytes: z.number().int(),
  text: z.string().optional(),
  isCut: z.boolean(),
});

/** What the current version of a book contains of scripts, and whether they may run. Without documents, the book has no scripts. */
export const bookScripts = z.object({
  bookId: entityId,
  versionNo: z.number().int(),
  documents: z.array(z.object({ href: z.string(), title: z.string() })),
  files: z.array(scriptFile),
  /** Number of the other files that the scripts may load: pictures, styles, fonts, sounds. */
  otherFiles: z.number().int(),
  approval: scriptApproval.optional(),
});

export type BookScripts = z.output<typeof bookScripts>;

/** Errata: errors in books, reported by readers, decided by an editor and corrected in a later version (product.md §7.5). */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';

/**
 * State of an erratum. `submitted`: waits for an editor; `accepted`: confirmed, waits for a new version; `fixed`: corrected in a version.
 */
export const erratumState = z.enum(['submitted', 'accepted', 'duplicate', 'rejected', 'fixed']);

export type ErratumState = z.output<typeof erratumState>;

/** An erratum as shown to readers. In reports of other users, `quote` and `suggestion` have at most 16 characters. */
export const erratum = z.object({
  id: entityId,
  state: erratumState,
  /** The passage that is wrong. */
  quote: z.string(),
  /** The correction that the reporter suggests. */
  suggestion: z.string(),
  chapter: z.string(),
  locator: locator.optional(),
  /** The editor's reply to the reporter. */
  reply: z.string(),
  /** Number of the version in which the error was found, and of the version in which it was corrected. */
  versionNo: z.number().int(),
  fixedInVersion: z.number().int().optional(),
  createdAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  /** Whether the caller reported the erratum. */
  mine: z.boolean(),
});

export type Erratum = z.output<typeof erratum>;

export const erratumCounts = z.object({
  submitted: z.number().int(),
  accepted: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.number().int(),
  fixed: z.number().int(),
});

/** An erratum in the admin area. */
export const adminErratum = erratum.omit({ mine: true }).extend({
  bookId: entityId,
  bookTitle: z.string(),
  reason: z.string(),
  /** Number of the current version of the book. */
  currentVersion: z.number().int(),
  /** The user who reported the erratum; absent if the account no longer exists. */
  reporter: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
});

export type AdminErratum = z.output<typeof adminErratum>;

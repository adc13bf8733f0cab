/** Data of the product page's tabs: version history, editions, and resources of the book. */
import { z } from 'zod';

/** Numbers of blocks (paragraphs, pictures, cells) added, changed or removed since the previous version. */
export const versionChanges = z.object({
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  /** The first chapters with added or changed blocks, in reading order; at most 20. */
  chapters: z.array(z.object({ title: z.string(), added: z.number().int(), changed: z.number().int() })),
});

export type VersionChanges = z.output<typeof versionChanges>;

/** One released version of a book. */
export const bookVersionRecord = z.object({
  no: z.number().int(),
  releasedAt: z.number().int(),
  /** The editor's release note; may be empty. */
  note: z.string(),
  chars: z.number().int(),
  /** Changes since the previous version; absent for the first version of the book. */
  changes: versionChanges.optional(),
});

export type BookVersionRecord = z.output<typeof bookVersionRecord>;

/** What a reader decided and did in the interactive documents of a version of a book. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/** What the scripts stored, as `localStorage` has it. */
export const interactiveValues = z
  .record(z.string().max(LIMITS.interactiveKeyChars), z.string())
  .refine((values) => JSON.stringify(values).length <= LIMITS.interactiveStateChars, '互动内容保存的数据过多');

/** Id = id of the version. Synced as one value. */
export const interactiveStateRecord = z.object({
  bookId: entityId,
  /** Whether the reader has agreed that the scripts of this version run. */
  hasConsented: z.boolean(),
  values: interactiveValues,
});

export type InteractiveStateRecord = z.output<typeof interactiveStateRecord>;

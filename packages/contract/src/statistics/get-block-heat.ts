import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';
import { operation } from '../wire/operation.ts';

/** The reading of one document of a version by block, as it was published after the last complete week. */
export const blockHeat = z.object({
  /** First and last day of the weeks that are counted. */
  from: calendarDay,
  to: calendarDay,
  computedAt: z.number().int(),
  /** The blocks in order. A block that fewer than five users read has neither readers nor seconds. */
  blocks: z.array(
    z.object({
      id: z.string(),
      /** Beginning of the text; empty for a block without text. */
      start: z.string(),
      /** A multiple of five. */
      readers: z.number().int().optional(),
      medianSeconds: z.number().int().optional(),
    }),
  ),
});
export type BlockHeat = z.output<typeof blockHeat>;

/**
 * Returns how long readers stayed at each block of a document, for the contributors of the book. Throws `statistics.notContributor`,
 * `statistics.notPublished`, and `catalog.bookNotFound` for a version or document that the book does not have.
 */
export const getBlockHeat = operation({
  name: 'getBlockHeat',
  method: 'GET',
  path: '/api/author/statistics/blocks',
  summary: '各段的阅读热度',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId, versionId: entityId, href: z.string().min(1).max(1024) }),
  output: z.object({ isSimulated: z.boolean(), heat: blockHeat }),
  errors: ['statistics.notContributor', 'statistics.notPublished', 'catalog.bookNotFound'],
});

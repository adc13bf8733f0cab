import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';
import { operation } from '../wire/operation.ts';

const daySeconds = z.number().int().min(0).max(86_400);

/**
 * Reading time of one device in one document of a version on one day so far, in seconds: of the whole document, and of its blocks by id. A
 * larger value replaces a smaller one, so reports are idempotent.
 */
export const documentTime = z.object({
  bookId: entityId,
  versionId: entityId,
  href: z.string().min(1).max(1024),
  day: calendarDay,
  seconds: daySeconds,
  blocks: z.record(z.string().min(1).max(32), daySeconds).refine((blocks) => Object.keys(blocks).length <= LIMITS.timedBlocksPerDocument),
});

export type DocumentTime = z.output<typeof documentTime>;

/**
 * Reports active reading time by document and block. Unknown documents and blocks, implausible days, and all reports of users who have
 * switched the recording off are ignored silently, because a device could not correct them.
 */
export const reportBlockTime = operation({
  name: 'reportBlockTime',
  method: 'POST',
  path: '/api/stat/blocks',
  summary: '上报各章阅读时长',
  permission: 'ownAccount',
  isIdempotent: true,
  input: z.object({ deviceId: z.string().regex(/^[0-9a-z]{6,32}$/), documents: z.array(documentTime).max(LIMITS.timedDocumentsPerCall) }),
  output: z.object({
    stored: z.number().int(),
    /** Whether the user's reading time is recorded by chapter. */
    isOn: z.boolean(),
  }),
});

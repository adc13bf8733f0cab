import { z } from 'zod';
import { annotation } from '../annotation/annotation.ts';
import { reviewCardRecord } from '../annotation/review-card.ts';
import { favoriteRecord, shelfGroupRecord, shelfItemRecord } from '../bookshelf/shelf.ts';
import { LIMITS } from '../limits.ts';
import { practiceAnswerRecord } from '../practice/practice-answer.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { readingPreferences } from '../publication/preferences.ts';
import { interactiveStateRecord } from '../reading/interactive-state.ts';
import { deviceCode } from '../wire/headers.ts';
import { operation } from '../wire/operation.ts';
import { hlc } from './hlc.ts';
import { syncEntity } from './sync-change.ts';

export const progressRecord = z.object({
  bookId: entityId,
  versionId: entityId,
  locator,
  /**
   * Share of the book up to the furthest position on all devices, 0 to 1. It never falls by going back. Absent in records of earlier
   * clients.
   */
  furthest: z.number().min(0).max(1).optional(),
  updatedAt: z.number().int(),
  /** Type of the device that set the position; absent in records of earlier clients. */
  deviceType: deviceCode.optional(),
});

export type ProgressRecord = z.output<typeof progressRecord>;

/** Returns the largest share of a book in these records, up to their furthest and current positions; undefined if none states one. */
export const furthestOf = (...records: readonly (Pick<ProgressRecord, 'locator' | 'furthest'> | undefined)[]): number | undefined => {
  const shares = records.flatMap((record) => [record?.furthest, record?.locator.locations.totalProgression]);
  return shares.reduce<number | undefined>((most, share) => (share !== undefined && share > (most ?? -1) ? share : most), undefined);
};

/**
 * A record on the server after change `seq`. `clocks`: the timestamp of each field. Deleted records have `deletedAt`; their texts are
 * stored for 180 days. A client takes the record and reapplies its own unacknowledged ops: it does not compare clocks, because the server
 * reduces timestamps that are too far in the future (`LIMITS.syncClockAheadMs`).
 */
export const syncChange = z.discriminatedUnion('entity', [
  z.object({
    seq: z.number().int(),
    entity: z.literal('annotation'),
    entityId: z.string(),
    record: annotation,
    clocks: z.record(z.string(), hlc),
  }),
  z.object({
    seq: z.number().int(),
    entity: z.literal('progress'),
    entityId: z.string(),
    record: progressRecord,
    clocks: z.record(z.string(), hlc),
  }),
  z.object({
    seq: z.number().int(),
    entity: z.literal('preferences'),
    entityId: z.string(),
    record: readingPreferences,
    clocks: z.record(z.string(), hlc),
  }),
  z.object({
    seq: z.number().int(),
    entity: z.literal('shelfItem'),
    entityId: z.string(),
    record: shelfItemRecord,
    clocks: z.record(z.string(), hlc),
  }),
  z.object({
    seq: z.number().int(),
    entity: z.literal('shelfGroup'),
    entityId: z.string(),
    record: shelfGroupRecord,
    clocks: z.record(z.string(), hlc),
  }),
  z.object({
    seq: z.number().int(),
    entity: z.literal('favorite'),
    entityId: z.string(),
    record: favoriteRecord,
    clocks: z.record(z.string(), hlc),
  }),
  z.object({
    seq: z.number().int(),
    entity: z.literal('reviewCard'),
    entityId: z.string(),
    record: reviewCardRecord,
    clocks: z.record(z.string(), hlc),
  }),
  z.object({
    seq: z.number().int(),
    entity: z.literal('practiceAnswer'),
    entityId: z.string(),
    record: practiceAnswerRecord,
    clocks: z.record(z.string(), hlc),
  }),
  z.object({
    seq: z.number().int(),
    entity: z.literal('interactiveState'),
    entityId: z.string(),
    record: interactiveStateRecord,
    clocks: z.record(z.string(), hlc),
  }),
]);

export type SyncChange = z.output<typeof syncChange>;

/** A change of an entity that this version of the contract does not know. */
const unknownChange = z.object({
  seq: z.number().int(),
  entity: z.string().refine((entity) => !syncEntity.safeParse(entity).success),
  entityId: z.string(),
  record: z.unknown(),
});

export type UnknownChange = z.output<typeof unknownChange>;

/**
 * Returns the caller's changes after `since`, ordered by `seq`. `more`: continue from `seq`. If `since` is beyond the server's head (after
 * a restore from backup), returns all changes from the start; the client must adopt their numbers although they are lower than `since`. A
 * client skips unknown entities, and pulls from the start once it supports them.
 */
export const pullChanges = operation({
  name: 'pullChanges',
  method: 'GET',
  path: '/api/sync/pull',
  summary: '拉取更改',
  permission: 'annotate',
  input: z.object({
    since: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(LIMITS.syncPullChanges).default(LIMITS.syncPullChanges),
  }),
  output: z.object({ changes: z.array(z.union([syncChange, unknownChange])), seq: z.number().int(), more: z.boolean() }),
});

import { z } from 'zod';
import { annotation } from '../annotation/annotation.ts';
import { reviewCardRecord } from '../annotation/review-card.ts';
import { favoriteRecord, shelfGroupRecord, shelfItemRecord } from '../bookshelf/shelf.ts';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { readingPreferences } from '../publication/preferences.ts';
import { deviceCode } from '../wire/headers.ts';
import { operation } from '../wire/operation.ts';
import { hlc } from './hlc.ts';

/**
 * What is synchronised. `progress`, `shelfItem`: one per book, id = bookId. `preferences`: one per person, id = `reading`.
 * `favorite`: id = `favoriteId(…)`. `reviewCard`: one per mark, id = the mark's.
 */
export const syncEntity = z.enum(['annotation', 'progress', 'preferences', 'shelfItem', 'shelfGroup', 'favorite', 'reviewCard']);
export type SyncEntity = z.output<typeof syncEntity>;

export const progressRecord = z.object({
  bookId: entityId,
  versionId: entityId,
  locator,
  updatedAt: z.number().int(),
  /** What kind of device it was read on; absent: by a client that did not say. */
  deviceType: deviceCode.optional(),
});
export type ProgressRecord = z.output<typeof progressRecord>;

/**
 * One change. Whose record it is comes from the session, never from the op. The fields of each entity:
 * - `annotation`: those of `annotation`; a first put needs `bookId`, `versionId`, `kind` and `target`, and a later `target` comes
 *   with its `versionId`. `deletedAt: null` takes a mark out of the bin. `dismissedBodies: [{ at, deviceId }]` removes chosen
 *   texts from `otherBodies`. `id`, `updatedAt` and `otherBodies` are the server's: ignored.
 * - `progress`: `versionId` and `locator` together with `deviceType`, newest clock wins. `preferences`: any of `readingPreferences`.
 * - `shelfItem`: any of `shelfItemRecord`, `null` takes one away; it is never deleted. `shelfGroup`, `favorite`: those of their records;
 *   a first put of a group needs `name`; `deletedAt: null` brings one back.
 * - `reviewCard`: any of `reviewCardRecord`, `null` takes one away; it is never deleted, and the mark must be there first.
 *
 * `fields` holds only what changed; each field is last-writer-wins by `hlc`. The client makes `id`: sending twice is safe. */
export const syncOp = z.object({
  id: entityId,
  hlc,
  entity: syncEntity,
  entityId: z.string().min(1).max(64),
  kind: z.enum(['put', 'del']),
  fields: z.record(z.string().max(64), z.unknown()),
  /** For a note's text: the clock of the text this edit began from. A newer one on the server makes both be kept. */
  baseHlc: hlc.optional(),
});
export type SyncOp = z.output<typeof syncOp>;

/** `applied` now; `duplicate` was applied before; `merged` lost or kept beside another edit; `rejected` will never be accepted. */
export const syncResult = z.object({
  /** Of the op at the same place of the request; empty when that carried no valid id. */
  id: z.union([entityId, z.literal('')]),
  status: z.enum(['applied', 'duplicate', 'merged', 'rejected']),
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]).optional(),
  message: z.string().optional(),
});
export type SyncResult = z.output<typeof syncResult>;

/**
 * A record as the server holds it after change `seq`. `clocks`: the stamp of each field. Deleted ones carry `deletedAt`; their
 * texts are kept 180 days. A client takes the record as it is and lays its own unanswered ops over it: it does not compare clocks,
 * because the server takes down a stamp that is too far in the future (`LIMITS.syncClockAheadMs`).
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
]);
export type SyncChange = z.output<typeof syncChange>;

/** A change of a kind that a later version of this contract knows. */
const laterChange = z.object({
  seq: z.number().int(),
  entity: z.string().refine((entity) => !syncEntity.safeParse(entity).success),
  entityId: z.string(),
  record: z.unknown(),
});
export type LaterChange = z.output<typeof laterChange>;

/** Only the kinds this client knows can be joined with its records. */
export const isKnownChange = (change: SyncChange | LaterChange): change is SyncChange => syncEntity.safeParse(change.entity).success;

/**
 * Pushes changes in order; `results` answers one by one in the same order, after all of it is on disk. A bad one never holds up the
 * others, so the ops are checked one by one by the sync slice and not with the request.
 */
export const pushChanges = operation({
  name: 'pushChanges',
  method: 'POST',
  path: '/api/sync/push',
  summary: '提交更改',
  checksOwnText: true,
  repeatsSafely: true,
  input: z.object({ deviceId: z.string().regex(/^[0-9a-z]{6,32}$/), ops: z.array(z.unknown()) }),
  output: z.object({ results: z.array(syncResult), seq: z.number().int() }),
  errors: ['sync.tooManyOps'],
});

/**
 * Changes of this person after `since`, in order of `seq`. `more`: ask again from `seq`. A `since` beyond the server's own head
 * (it was restored from a backup) answers everything from the start, with lower numbers: follow them. A client skips the kinds it
 * does not know, and asks from the start again once it knows them.
 */
export const pullChanges = operation({
  name: 'pullChanges',
  method: 'GET',
  path: '/api/sync/pull',
  summary: '拉取更改',
  input: z.object({
    since: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(LIMITS.syncPullChanges).default(LIMITS.syncPullChanges),
  }),
  output: z.object({ changes: z.array(z.union([syncChange, laterChange])), seq: z.number().int(), more: z.boolean() }),
});

/**
 * Server-sent events of this person, read with fetch so that the headers can be sent; a comment line every 15 s. Not in the envelope;
 * refusals before it starts are.
 * - `event: sync`, `data: {"seq":n}`: at once, and whenever this person's `seq` has grown.
 * - `event: roleChanged`, `data: {}`: the person's roles are others now; what a client keeps of them counts no more.
 * - `event: ticketChanged`, `data: {}`: the operator answered or closed a question of this person.
 * - `event: orderChanged`, `data: {"no":"…"}`: this order of the person has changed.
 * - `event: claimChanged`, `data: {}`: a claim of this person was decided.
 * - `event: kickedOut`, `data:` a `streamEnd`: the session is over, and the stream closes.
 */
export const SYNC_STREAM_PATH = '/api/sync/stream';

/** Why a session ended. `replaced`: a newer sign-in on the same type of device; `signedOut`: by the person, here; `revoked`: from elsewhere. */
export const sessionEndReason = z.enum(['replaced', 'signedOut', 'revoked', 'expired']);
export type SessionEndReason = z.output<typeof sessionEndReason>;

/** `code`: what a call of this session hears from now on. */
export const streamEnd = z.object({ code: z.enum(['userBeenKickedOut', 'requestLogin']), reason: sessionEndReason });
export type StreamEnd = z.output<typeof streamEnd>;

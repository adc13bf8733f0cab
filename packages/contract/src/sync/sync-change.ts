import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { hlc } from './hlc.ts';
import { type SyncChange, type UnknownChange } from './pull-changes.ts';

/**
 * Synced entities. `progress`, `shelfItem`: one per book, id = bookId. `preferences`: one per user, id = `reading`.
 * `favorite`: id = `favoriteId(…)`. `reviewCard`: one per annotation, with its id. `practiceAnswer`: one per practice question, id =
 * `practiceAnswerId(…)`. `interactiveState`: one per version with scripts, with its id.
 */
export const syncEntity = z.enum([
  'annotation',
  'progress',
  'preferences',
  'shelfItem',
  'shelfGroup',
  'favorite',
  'reviewCard',
  'practiceAnswer',
  'interactiveState',
]);

export type SyncEntity = z.output<typeof syncEntity>;

/**
 * One change ("op"). Its owner comes from the session, never from the op. Fields by entity:
 * - `annotation`: those of `annotation`; a first put needs `bookId`, `versionId`, `kind` and `target`, and a later `target` requires its
 *   `versionId`. `deletedAt: null` restores a deleted annotation. `dismissedBodies: [{ at, deviceId }]` removes chosen texts from
 *   `otherBodies`. `id`, `updatedAt` and `otherBodies` are set by the server and ignored in a change.
 * - `progress`: `versionId` and `locator` together with `deviceType`; the newest clock wins. `preferences`: any of `readingPreferences`.
 * - `shelfItem`: any of `shelfItemRecord`; `null` removes a field. It is never deleted. `shelfGroup`, `favorite`: those of their records; a
 *   first put of a group needs `name`; `deletedAt: null` restores one.
 * - `reviewCard`: any of `reviewCardRecord`; `null` removes a field. It is never deleted, and its annotation must exist.
 * - `interactiveState`: all of `interactiveStateRecord`; the newest clock wins as a whole. It is never deleted.
 * - `practiceAnswer`: all of `practiceAnswerRecord`; the newest clock wins as a whole. It is never deleted.
 *
 * `fields` contains only the changed fields; each field is last-writer-wins by `hlc`. The client generates `id`, so sending a change twice
 * is safe.
 */
export const syncOp = z.object({
  id: entityId,
  hlc,
  entity: syncEntity,
  entityId: z.string().min(1).max(64),
  kind: z.enum(['put', 'del']),
  fields: z.record(z.string().max(64), z.unknown()),
  /** Timestamp of the note's text on which the edit is based. If the server has a newer text, both texts are stored. */
  baseHlc: hlc.optional(),
});

export type SyncOp = z.output<typeof syncOp>;

/** Returns whether this client knows the kind of record that the change belongs to. */
export const isKnownChange = (change: SyncChange | UnknownChange): change is SyncChange => syncEntity.safeParse(change.entity).success;

/**
 * Path of the user's event stream (server-sent events). Clients read it with fetch, in order to send headers. The server sends a comment
 * line every 15 s. An error that occurs before the stream starts is returned in the JSON envelope. Events:
 * - `event: sync`, `data: {"seq":n}`: immediately, and whenever the user's `seq` has increased.
 * - `event: roleChanged`, `data: {}`: the user's roles have changed; clients must invalidate cached roles.
 * - `event: ticketChanged`, `data: {}`: an operator answered or closed a help ticket of the user.
 * - `event: attemptChanged`, `data: {}`: the teacher has moved the end of a running attempt of the user, or has ended it.
 * - `event: classroomChanged`, `data: {}`: attendance or a poll of a class of the user has begun, changed or ended.
 * - `event: orderChanged`, `data: {"no":"…"}`: this order of the user has changed.
 * - `event: claimChanged`, `data: {}`: a claim of the user was decided.
 * - `event: kickedOut`, `data:` a `streamEnd`: the session is over, and the stream closes.
 */
export const SYNC_STREAM_PATH = '/api/sync/stream';

/**
 * Why a session ended. `replaced`: a newer sign-in on the same type of device; `signedOut`: by the user on this device; `revoked`: from
 * another device or by an operator.
 */
export const sessionEndReason = z.enum(['replaced', 'signedOut', 'revoked', 'expired']);

export type SessionEndReason = z.output<typeof sessionEndReason>;

/** Why the event stream ended. `code`: the error that all further calls with this session return. */
export const streamEnd = z.object({ code: z.enum(['userBeenKickedOut', 'requestLogin']), reason: sessionEndReason });

export type StreamEnd = z.output<typeof streamEnd>;

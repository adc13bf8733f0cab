/**
 * Anchors all annotations of a book in its current version, after it was released. Every transaction belongs to one user and is short; what
 * is committed is done, so the job may be killed at any point and run again.
 */
import { Readable } from 'node:stream';
import { type AnchorState, type Hlc, nextHlc } from '@shufang/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { Logger } from '../../../platform/logger.ts';
import { findBook } from '../../catalog/find-books.ts';
import {
  countDocumentsWithText,
  findIndexedVersion,
  findLastBlockNumber,
  type IndexedVersion,
  listBlocksOfDocument,
} from '../../publication/versions/version-text.ts';
import { changeAsServer } from '../../sync/change-as-server.ts';
import { mergeAnnotation } from '../merge-annotation.ts';
import { findAnnotationsByIds, listAnnotationsOutsideVersion, updateAnnotation } from '../store.ts';
import type { StoredAnnotation } from '../stored-annotation.ts';
import { anchorInParts } from './anchor-in-parts.ts';
import { addAnchoredNotes } from './anchored-notes-store.ts';
import { type DocumentPart, type DocumentToSearch, type ReanchoredNote, reanchoring } from './isolated-reanchoring.ts';
import { beginReanchoring, finishReanchoring } from './reanchor-store.ts';

/** The job that anchors the annotations of a book; its data is `{ id }`. */
export const REANCHOR_JOB = 'annotation.reanchor';

/** Annotations searched in one run of the isolated process, and changed in one transaction. */
const BATCH = 1_000;
const TRANSACTION = 50;
const SERVER_DEVICE = 'server';

export interface ReanchorDependencies {
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
}

const readDocuments = async (db: Database, version: IndexedVersion, signal: AbortSignal): Promise<DocumentToSearch[]> => {
  const documents: DocumentToSearch[] = [];
  for (const [index, { href, chars }] of version.documents.entries()) {
    signal.throwIfAborted();
    documents.push({ href, chars, blocks: await listBlocksOfDocument(db.orm, version.id, index) });
  }
  return documents;
};

/** Stores the results for annotations of one user. An annotation that was changed since it was read is left for the next pass. */
const storeResults = async (
  { db, events, clock }: ReanchorDependencies,
  userId: string,
  versionId: string,
  results: ReadonlyMap<string, { readonly read: StoredAnnotation; readonly result: ReanchoredNote }>,
): Promise<void> => {
  await changeAsServer({ db, events }, userId, async (tx) => {
    const changed: { entity: 'annotation'; entityId: string }[] = [];
    const counts: Record<AnchorState, number> = { exact: 0, moved: 0, fuzzy: 0, orphan: 0 };
    for (const current of await findAnnotationsByIds(tx, userId, [...results.keys()])) {
      const { read, result } = results.get(current.id) ?? {};
      if (read === undefined || result === undefined) continue;
      if (current.versionId !== read.versionId || current.clocks['target'] !== read.clocks['target']) continue;
      const latest = Object.values(current.clocks).reduce<Hlc | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined);
      const hlc = nextHlc(latest, clock.now(), SERVER_DEVICE);
      const change = { fields: { versionId, ...result }, hlc, sentHlc: hlc, baseHlc: undefined, now: clock.now() };
      // The user has not changed the annotation.
      await updateAnnotation(tx, { ...mergeAnnotation(current, change).next, updatedAt: current.updatedAt });
      changed.push({ entity: 'annotation', entityId: current.id });
      if (current.deletedAt === null) counts[result.anchor] += 1;
    }
    if (changed.length > 0) await addAnchoredNotes(tx, versionId, counts);
    return changed;
  });
};

/** Yields the documents of an earlier version, as far as its text is stored, and those of the new one. */
async function* bothVersions(db: Database, previousId: string, documents: readonly DocumentToSearch[]): AsyncGenerator<DocumentPart> {
  const count = (await countDocumentsWithText(db.orm, previousId)) ?? 0;
  for (let index = 0; index < count; index++) {
    yield { href: '', chars: 0, blocks: await listBlocksOfDocument(db.orm, previousId, index), isPrevious: true };
  }
  yield* documents;
}

/** Anchors these annotations, which refer to other versions. One that exceeds a limit of the isolated process is not changed. */
const anchorBatch = async (
  deps: ReanchorDependencies,
  version: IndexedVersion,
  documents: readonly DocumentToSearch[],
  batch: readonly StoredAnnotation[],
  signal: AbortSignal,
): Promise<void> => {
  const results = new Map<string, ReanchoredNote>();
  for (const [versionId, annotations] of Map.groupBy(batch, (each) => each.versionId)) {
    const notes = annotations.map(({ target, anchor }) => ({ target, isOrphan: anchor === 'orphan' }));
    const lastBlockNumber = await findLastBlockNumber(deps.db.orm, versionId);
    const found = await anchorInParts(notes, (part, withPrevious) => {
      signal.throwIfAborted();
      const parts = withPrevious ? bothVersions(deps.db, versionId, documents) : documents;
      return reanchoring.run({ notes: part, lastBlockNumber }, Readable.from(parts));
    });
    for (const [index, { id }] of annotations.entries()) {
      if (found[index] !== undefined) results.set(id, found[index]);
      else deps.log.warn({ annotationId: id, versionId: version.id }, 'an annotation exceeds the limits of anchoring');
    }
  }
  let group = new Map<string, { read: StoredAnnotation; result: ReanchoredNote }>();
  for (const [index, read] of batch.entries()) {
    const result = results.get(read.id);
    if (result !== undefined) group.set(read.id, { read, result });
    if (group.size < TRANSACTION && batch[index + 1]?.userId === read.userId) continue;
    await storeResults(deps, read.userId, version.id, group);
    group = new Map();
  }
};

/** Anchors all annotations of the book that refer to another version than this one, until another one is released. */
const anchorIn = async (deps: ReanchorDependencies, bookId: string, version: IndexedVersion, signal: AbortSignal): Promise<void> => {
  const { orm } = deps.db;
  let documents: readonly DocumentToSearch[] | undefined;
  let after: { readonly userId: string; readonly id: string } | undefined = { userId: '', id: '' };
  while (after !== undefined) {
    signal.throwIfAborted();
    const batch = await listAnnotationsOutsideVersion(orm, bookId, version.id, after, BATCH);
    if (batch.length === 0) return;
    documents ??= await readDocuments(deps.db, version, signal);
    // Devices add annotations of a newer version, which must not be anchored in this one.
    if ((await findBook(orm, bookId))?.currentVersionId !== version.id) return;
    await anchorBatch(deps, version, documents, batch, signal);
    after = batch.at(-1);
  }
};

/** Anchors all annotations of the book that refer to another version than its current one. */
export const reanchorBook = async (deps: ReanchorDependencies, bookId: string, signal: AbortSignal): Promise<void> => {
  const { orm } = deps.db;
  const requests = await beginReanchoring(orm, bookId, deps.clock.now());
  const version = await findIndexedVersion(orm, bookId);
  // The text of a version that is being indexed is incomplete; the end of its indexing makes a request of its own.
  if (version !== undefined) await anchorIn(deps, bookId, version, signal);
  await finishReanchoring(orm, bookId, requests);
};

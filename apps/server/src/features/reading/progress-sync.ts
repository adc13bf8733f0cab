/** Sync of reading progress: one record per book; the latest position wins as a whole, the furthest position only grows. */
import { CodedError, deviceCode, entityId, furthestOf, locator, parseHlc, progressRecord } from '@shufang/contract';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import type { VersionOfBook } from '../publication/versions/read-version.ts';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { viewProgress } from './progress.ts';
import { findProgressByBooks, saveProgress } from './progress-store.ts';

/** Looks up the book versions that are needed to validate progress. */
export interface BookVersions {
  bookExists(bookId: string): Promise<boolean>;
  /** Returns whether the version belongs to the book and has the document, if one is given, in its reading order. */
  isInBook(db: Queryable, version: VersionOfBook): Promise<boolean>;
  /** Returns the number of characters of the version `versionId`. */
  charsOf(versionId: string): Promise<number>;
}

/**
 * Fields of a progress record in a sync operation. A client may send the whole record; its `bookId` and `updatedAt` are ignored, because
 * they follow from the id of the record and the timestamp.
 */
const progressFields = z.object({
  versionId: entityId,
  locator,
  furthest: progressRecord.shape.furthest,
  deviceType: deviceCode.optional(),
});

export const createProgressSync = (versions: BookVersions): SyncEntityHandler => ({
  entity: 'progress',
  async prepare(userId, op) {
    if (op.kind === 'del') throw opInvalid('阅读进度不能删除');
    const bookId = entityId.safeParse(op.entityId);
    if (!bookId.success) throw opInvalid(describeFieldIssue(bookId.error));
    const fields = progressFields.safeParse(op.fields);
    if (!fields.success) throw opInvalid(describeFieldIssue(fields.error));
    const { versionId, deviceType } = fields.data;
    if (!(await versions.bookExists(bookId.data))) throw opInvalid('没有找到这本书');
    const chars = await versions.charsOf(versionId);
    return async (tx, { hlc }) => {
      if (!(await versions.isInBook(tx, { bookId: bookId.data, versionId, href: fields.data.locator.href })))
        throw new CodedError('annotation.targetOutsideBook');
      const furthest = furthestOf(fields.data) ?? 0;
      const progress = {
        bookId: bookId.data,
        versionId,
        locator: fields.data.locator,
        furthest,
        hlc,
        updatedAt: parseHlc(hlc).ms,
        deviceType,
      };
      const saved = await saveProgress(tx, userId, progress, chars);
      return { status: saved === 'stored' ? 'applied' : 'merged', changed: saved !== 'unchanged' };
    };
  },
  async read(db, userId, ids) {
    const found = await findProgressByBooks(db, userId, ids);
    return found.map((position) => ({
      entity: 'progress',
      entityId: position.bookId,
      record: viewProgress(position),
      clocks: { versionId: position.hlc, locator: position.hlc },
    }));
  },
});

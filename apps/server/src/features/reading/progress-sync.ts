/** Reading places as sync sees them: one a book, the newest stamp wins whole. */
import { CodedError, deviceCode, entityId, locator, parseHlc } from '@shufang/contract';
import { z } from 'zod';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { viewProgress } from './progress.ts';
import { findProgressByBooks, saveLaterProgress } from './progress-store.ts';

/** What places need to know of books. */
export interface ProgressPlaces {
  bookExists(bookId: string): Promise<boolean>;
  /** Whether `href` is a document of the reading order of that version. */
  isInReadingOrder(versionId: string, href: string): Promise<boolean>;
  /** Characters of that version. */
  charsOf(versionId: string): Promise<number>;
}

/** `bookId` and `updatedAt` of a whole record sent back are the entity's id and the stamp's time: not read. */
const progressFields = z.object({ versionId: entityId, locator, deviceType: deviceCode.optional() });

export const createProgressSync = (places: ProgressPlaces): SyncEntityHandler => ({
  entity: 'progress',
  async prepare(userId, op) {
    if (op.kind === 'del') throw opInvalid('阅读进度不能删除');
    const bookId = entityId.safeParse(op.entityId);
    if (!bookId.success) throw opInvalid(describeFieldIssue(bookId.error));
    const fields = progressFields.safeParse(op.fields);
    if (!fields.success) throw opInvalid(describeFieldIssue(fields.error));
    const { versionId, deviceType } = fields.data;
    if (!(await places.bookExists(bookId.data))) throw opInvalid('没有找到这本书');
    if (!(await places.isInReadingOrder(versionId, fields.data.locator.href))) throw new CodedError('annotation.targetOutsideBook');
    const chars = await places.charsOf(versionId);
    return async (tx, { hlc }) => {
      const place = { bookId: bookId.data, versionId, locator: fields.data.locator, hlc, updatedAt: parseHlc(hlc).ms, deviceType };
      const kept = await saveLaterProgress(tx, userId, place, chars);
      return { status: kept ? 'applied' : 'merged', changed: kept };
    };
  },
  async read(db, userId, ids) {
    const found = await findProgressByBooks(db, userId, ids);
    return found.map((place) => ({
      entity: 'progress',
      entityId: place.bookId,
      record: viewProgress(place),
      clocks: { versionId: place.hlc, locator: place.hlc },
    }));
  },
});

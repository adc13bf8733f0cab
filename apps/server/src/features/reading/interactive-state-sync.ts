/** Sync of what readers decide and do in interactive documents: one record per version; the latest wins as a whole. */
import { entityId, interactiveStateRecord } from '@shufang/contract';
import { z } from 'zod';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { listInteractiveStates, saveLaterInteractiveState } from './interactive-state-store.ts';
import type { BookVersions } from './progress-sync.ts';

/** Unknown fields are rejected, because ignoring them would lose data of a newer client. */
const stateFields = z.strictObject(interactiveStateRecord.shape);

export const createInteractiveStateSync = (books: Pick<BookVersions, 'bookExists'>): SyncEntityHandler => ({
  entity: 'interactiveState',
  async prepare(userId, op) {
    if (op.kind === 'del') throw opInvalid('互动内容的数据不能删除');
    const parsed = stateFields.safeParse(op.fields);
    if (!parsed.success) throw opInvalid(describeFieldIssue(parsed.error));
    if (!entityId.safeParse(op.entityId).success) throw opInvalid('没有这个版本');
    if (!(await books.bookExists(parsed.data.bookId))) throw opInvalid('没有找到这本书');
    return async (tx, { hlc }) => {
      const isStored = await saveLaterInteractiveState(tx, userId, { ...parsed.data, versionId: op.entityId, hlc });
      return { status: isStored ? 'applied' : 'merged', changed: isStored };
    };
  },
  read: async (db, userId, ids) =>
    (await listInteractiveStates(db, userId, ids)).map(({ versionId, hlc, ...record }) => ({
      entity: 'interactiveState',
      entityId: versionId,
      record,
      clocks: { values: hlc },
    })),
});

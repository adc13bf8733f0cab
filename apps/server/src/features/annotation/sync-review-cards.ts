/** Sync of review cards: the last writer wins, and the schedule is one field. */
import { cardSchedule, entityId, reviewCardRecord } from '@shufang/contract';
import { z } from 'zod';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { mergeFields } from '../sync/merge-fields.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { listReviewCards, saveReviewCard } from './review-card-store.ts';
import { findAnnotationById } from './store.ts';

const read = <Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> => {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw opInvalid(describeFieldIssue(parsed.error));
  return parsed.data;
};

/** Fields of a review card in a sync operation. Unknown names are rejected, because ignoring them would lose data of a newer client. */
const cardFields = z.strictObject({
  schedule: z.strictObject(cardSchedule.shape).nullish(),
  isOut: reviewCardRecord.shape.isOut,
});

export const createReviewCardSync = (): SyncEntityHandler => ({
  entity: 'reviewCard',
  async prepare(userId, op) {
    if (op.kind === 'del') throw opInvalid('复习卡片不能删除，只能移出');
    const annotationId = read(entityId, op.entityId);
    const fields = read(cardFields, op.fields);
    return async (tx, { hlc }) => {
      if ((await findAnnotationById(tx, userId, annotationId)) === undefined) throw opInvalid('没有找到这张卡片的标注');
      const [current] = await listReviewCards(tx, userId, [annotationId]);
      const { next, lost, changed } = mergeFields(current ?? { fields: {}, clocks: {} }, fields, hlc);
      if (changed) await saveReviewCard(tx, userId, { annotationId, ...next });
      return { status: lost ? 'merged' : 'applied', changed };
    };
  },
  read: async (db, userId, ids) =>
    (await listReviewCards(db, userId, ids)).map(({ annotationId, fields, clocks }) => ({
      entity: 'reviewCard',
      entityId: annotationId,
      record: fields,
      clocks: { ...clocks },
    })),
});

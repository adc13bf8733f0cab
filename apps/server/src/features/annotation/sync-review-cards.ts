/** Review cards as sync sees them: last writer wins, the standing as one field. */
import { cardStanding, entityId, reviewCardRecord } from '@shufang/contract';
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

/** Unknown names are refused: silence would lose what a newer client wrote. */
const cardFields = z.strictObject({
  standing: z.strictObject(cardStanding.shape).nullish(),
  isOut: reviewCardRecord.shape.isOut,
});

export const createReviewCardSync = (): SyncEntityHandler => ({
  entity: 'reviewCard',
  async prepare(userId, op) {
    if (op.kind === 'del') throw opInvalid('复习卡片不能删除，只能移出');
    const markId = read(entityId, op.entityId);
    const fields = read(cardFields, op.fields);
    return async (tx, { hlc }) => {
      if ((await findAnnotationById(tx, userId, markId)) === undefined) throw opInvalid('没有找到这张卡片的标注');
      const [current] = await listReviewCards(tx, userId, [markId]);
      const { next, lost, changed } = mergeFields(current ?? { fields: {}, clocks: {} }, fields, hlc);
      if (changed) await saveReviewCard(tx, userId, { markId, ...next });
      return { status: lost ? 'merged' : 'applied', changed };
    };
  },
  read: async (db, userId, ids) =>
    (await listReviewCards(db, userId, ids)).map(({ markId, fields, clocks }) => ({
      entity: 'reviewCard',
      entityId: markId,
      record: fields,
      clocks: { ...clocks },
    })),
});

/** Returns the boxes of a batch with the number of void codes in each. Throws `activationCode.batchNotFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { boxesOf } from './batch-codes.ts';
import { countVoidByBox } from './batch-store.ts';
import { type BatchDependencies, getBatchView } from './code-batch-view.ts';

export const getCodeBoxes: UseCase<'getCodeBoxes', BatchDependencies> = async (deps, { reader }, { batchId }) => {
  const batch = await getBatchView(deps, reader.userId, batchId);
  const voidOf = await countVoidByBox(deps.db.orm, batchId, batch.boxSize);
  return { batch, boxes: boxesOf(batch).map((box) => ({ ...box, void: voidOf.get(box.box) ?? 0 })) };
};

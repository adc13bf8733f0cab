/** Converts stored code batches to the objects of the API for operators, and has the checks that several use cases of batches share. */
import { type BatchState, type CodeBatchView, CodedError, LIMITS } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { findBooks } from '../catalog/find-books.ts';
import { findBatch, type StoredBatch } from './batch-store.ts';

export interface BatchDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly codeKey: Uint8Array;
  /** Key that encrypts the secrets from which the codes of batches are derived. */
  readonly batchKey: Uint8Array;
  readonly publicUrl: string;
  /** Returns names by user id; unknown users are left out. */
  readonly namesOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

const stateNames: Record<BatchState, string> = {
  requested: '还没有审批',
  approved: '已经审批',
  exported: '已经导出',
  rejected: '审批没有通过',
  void: '已经作废',
};

/** Returns batches as operators see them. `mine` in a result: whether the operator with this id requested the batch. */
export const viewBatches = async (
  deps: BatchDependencies,
  operatorId: string,
  batches: readonly StoredBatch[],
): Promise<CodeBatchView[]> => {
  const userIds = batches.flatMap(({ createdBy, approvedBy, exportedBy }) =>
    [createdBy, approvedBy, exportedBy].filter((id) => id !== undefined),
  );
  const [names, books] = await Promise.all([
    deps.namesOf([...new Set(userIds)]),
    findBooks(deps.db.orm, [...new Set(batches.map(({ bookId }) => bookId))]),
  ]);
  const nameOf = (id: string | undefined): string => (id === 'cli' ? '命令行' : (names.get(id ?? '') ?? ''));
  const titles = new Map(books.map((book) => [book.id, book.title]));
  return batches.map(({ createdBy, approvedBy, exportedBy, printing, termDays, validUntil, decidedAt, exportedAt, ...batch }) => ({
    ...batch,
    bookTitle: titles.get(batch.bookId) ?? '',
    printing: printing ?? '',
    ...(termDays === undefined ? {} : { termDays }),
    ...(validUntil === undefined ? {} : { validUntil }),
    ...(decidedAt === undefined ? {} : { decidedAt }),
    ...(exportedAt === undefined ? {} : { exportedAt }),
    requestedBy: nameOf(createdBy),
    decidedBy: nameOf(approvedBy),
    exportedBy: nameOf(exportedBy),
    mine: createdBy === operatorId,
  }));
};

/** Returns one batch as operators see it. Throws `activationCode.batchNotFound`. */
export const getBatchView = async (deps: BatchDependencies, operatorId: string, batchId: string): Promise<CodeBatchView> => {
  const batch = await findBatch(deps.db.orm, batchId);
  const [found] = batch === undefined ? [] : await viewBatches(deps, operatorId, [batch]);
  if (found === undefined) throw new CodedError('activationCode.batchNotFound');
  return found;
};

export const targetOf = ({ id }: StoredBatch) => ({ kind: 'codeBatch', id }) as const;

/** Returns the error `activationCode.batchState` with the current state of the batch as the reason. */
export const wrongState = ({ state }: StoredBatch): CodedError =>
  new CodedError('activationCode.batchState', { reason: stateNames[state] });

/** Throws `request.invalid` if a batch would have too many boxes. */
export const requireFewBoxes = (count: number, boxSize: number): void => {
  if (Math.ceil(count / boxSize) > LIMITS.codeBoxesMax)
    throw new CodedError('request.invalid', { reason: `每箱数量过小，一批最多 ${LIMITS.codeBoxesMax} 箱` });
};

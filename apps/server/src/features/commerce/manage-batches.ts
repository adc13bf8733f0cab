/** Batches of codes: asked for by one person, approved by another, exported once, made void in whole or in part. */
import {
  type BatchState,
  type getCodeBoxes as boxesOperation,
  type CodeBatchView,
  CodedError,
  type decideCodeBatch as decideOperation,
  type exportCodeBatch as exportOperation,
  LIMITS,
  type listCodeBatches as listOperation,
  newId,
  type OutputOf,
  opensBook,
  type ParsedInputOf,
  type requestCodeBatch as requestOperation,
  type voidCodes as voidOperation,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { findBook, findBooks } from '../catalog/find-books.ts';
import { boxesOf, codeOf, makeBatchSecret, openSecret, sealSecret } from './batch-codes.ts';
import {
  approveBatch,
  type BatchPlace,
  closeBatch,
  countVoidByBox,
  findBatch,
  insertBatch,
  listBatches,
  rejectBatch,
  type StoredBatch,
  takeSealedSecret,
  voidCodesOf,
} from './batch-store.ts';
import { hashedCode } from './code-hash.ts';
import { insertCodes } from './code-store.ts';
import { csvForPrinter, nameOfCodes, workbookForPrinter } from './codes-for-printer.ts';
import { revokeEntitlementOfCode } from './store.ts';

export interface BatchDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly codeKey: Uint8Array;
  /** Seals what the codes of a batch are derived from. */
  readonly batchKey: Uint8Array;
  readonly publicUrl: string;
  /** Names of people by id; unknown ones are left out. */
  readonly namesOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

const stateNames: Record<BatchState, string> = {
  requested: '还没有审批',
  approved: '已经审批',
  exported: '已经导出',
  rejected: '审批没有通过',
  void: '已经作废',
};

const view = async (deps: BatchDependencies, actorId: string, batches: readonly StoredBatch[]): Promise<CodeBatchView[]> => {
  const people = batches.flatMap(({ createdBy, approvedBy, exportedBy }) =>
    [createdBy, approvedBy, exportedBy].filter((id) => id !== undefined),
  );
  const [names, books] = await Promise.all([
    deps.namesOf([...new Set(people)]),
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
    mine: createdBy === actorId,
  }));
};

const viewOne = async (deps: BatchDependencies, actorId: string, batchId: string): Promise<CodeBatchView> => {
  const batch = await findBatch(deps.db.orm, batchId);
  const [seen] = batch === undefined ? [] : await view(deps, actorId, [batch]);
  if (seen === undefined) throw new CodedError('commerce.batchNotFound');
  return seen;
};

const targetOf = ({ id }: StoredBatch) => ({ kind: 'codeBatch', id }) as const;

const wrongState = ({ state }: StoredBatch): CodedError => new CodedError('commerce.batchState', { reason: stateNames[state] });

const encodePlace = ({ createdAt, id }: BatchPlace): string => Buffer.from(`${createdAt} ${id}`).toString('base64url');

/** Throws `request.invalid` for a cursor that is none of ours. */
const decodePlace = (cursor: string): BatchPlace => {
  const [, createdAt, id] = /^(\d{1,15}) ([0-9a-zA-Z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (createdAt === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { createdAt: Number(createdAt), id };
};

export const listCodeBatches = async (
  deps: BatchDependencies,
  actorId: string,
  { state, cursor, limit }: ParsedInputOf<typeof listOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listOperation>> => {
  const after = cursor === undefined ? undefined : decodePlace(cursor);
  const found = await listBatches(deps.db.orm, { state, bounds, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await view(deps, actorId, shown),
    ...(found.length > limit && last !== undefined ? { next: encodePlace(last) } : {}),
  };
};

/** Throws `request.invalid` where a batch would fill more boxes than one can keep in sight. */
const requireFewBoxes = (count: number, boxSize: number): void => {
  if (Math.ceil(count / boxSize) > LIMITS.codeBoxesMax)
    throw new CodedError('request.invalid', { reason: `每箱数量过小，一批最多 ${LIMITS.codeBoxesMax} 箱` });
};

/** Throws `catalog.bookNotFound`, `request.invalid` for an end that is past or before the beginning, and for too many boxes. */
export const requestCodeBatch = async (
  deps: BatchDependencies,
  operator: DeskOperator,
  { printing, termDays, validFrom, validUntil, ...wish }: ParsedInputOf<typeof requestOperation>,
): Promise<CodeBatchView> => {
  const now = deps.clock.now();
  requireFewBoxes(wish.count, wish.boxSize);
  const book = await findBook(deps.db.orm, wish.bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  if (validUntil !== undefined && validUntil <= now) throw new CodedError('request.invalid', { reason: '截止日期已经过去' });
  if (validFrom !== undefined && validUntil !== undefined && validUntil <= validFrom)
    throw new CodedError('request.invalid', { reason: '截止日期早于开始日期' });
  const id = newId(now);
  await deps.db.transaction(async (tx) => {
    await insertBatch(tx, {
      ...wish,
      id,
      state: 'requested',
      printing: printing === '' ? undefined : printing,
      termDays,
      validFrom: validFrom ?? now,
      validUntil,
      createdBy: operator.userId,
      approvedBy: undefined,
      exportedAt: undefined,
      createdAt: now,
    });
    await recordAct(
      tx,
      operator,
      {
        act: 'codes.request',
        target: { kind: 'codeBatch', id, name: book.title },
        after: { ...wish, printing, termDays, validFrom, validUntil },
      },
      now,
    );
  });
  return viewOne(deps, operator.userId, id);
};

/** Approving makes the codes: only their hashes, and the sealed secret they come from. */
const approve = async (deps: BatchDependencies, operator: DeskOperator, batch: StoredBatch, answer: string): Promise<boolean> => {
  const at = deps.clock.now();
  const secret = makeBatchSecret();
  return deps.db.transaction(async (tx) => {
    const sealedSecret = sealSecret(deps.batchKey, batch.id, secret);
    if (!(await approveBatch(tx, batch.id, { by: operator.userId, answer, sealedSecret, at }))) return false;
    await insertCodes(tx, batch.id, 'minted', batch.count, (serial) => hashedCode(deps.codeKey, codeOf(secret, serial)));
    await recordAct(tx, operator, { act: 'codes.approve', target: targetOf(batch), after: { count: batch.count }, reason: answer }, at);
    return true;
  });
};

const reject = (deps: BatchDependencies, operator: DeskOperator, batch: StoredBatch, answer: string): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    if (!(await rejectBatch(tx, batch.id, { by: operator.userId, answer, at }))) return false;
    await recordAct(tx, operator, { act: 'codes.reject', target: targetOf(batch), reason: answer }, at);
    return true;
  });

/** Throws `commerce.batchNotFound`, `commerce.batchState`, `commerce.batchSamePerson`. */
export const decideCodeBatch = async (
  deps: BatchDependencies,
  operator: DeskOperator,
  input: ParsedInputOf<typeof decideOperation>,
): Promise<CodeBatchView> => {
  const batch = await findBatch(deps.db.orm, input.batchId);
  if (batch === undefined) throw new CodedError('commerce.batchNotFound');
  if (batch.createdBy === operator.userId) throw new CodedError('commerce.batchSamePerson');
  const isDone = await (input.approve ? approve : reject)(deps, operator, batch, input.answer);
  if (!isDone) throw wrongState((await findBatch(deps.db.orm, batch.id)) ?? batch);
  return viewOne(deps, operator.userId, batch.id);
};

/** Throws `commerce.batchNotFound`, `commerce.batchState`, `request.invalid` for too many boxes, or codes for a workbook. */
export const exportCodeBatch = async (
  deps: BatchDependencies,
  operator: DeskOperator,
  { batchId, boxSize, format }: ParsedInputOf<typeof exportOperation>,
): Promise<OutputOf<typeof exportOperation>> => {
  const found = await findBatch(deps.db.orm, batchId);
  if (found === undefined) throw new CodedError('commerce.batchNotFound');
  const batch = { ...found, boxSize: boxSize ?? found.boxSize };
  requireFewBoxes(batch.count, batch.boxSize);
  if (format === 'xlsx' && batch.count > LIMITS.codesPerWorkbook)
    throw new CodedError('request.invalid', { reason: `超过 ${LIMITS.codesPerWorkbook} 个激活码时请导出 CSV` });
  const at = deps.clock.now();
  const secret = await deps.db.transaction(async (tx) => {
    const sealed = await takeSealedSecret(tx, batchId, { by: operator.userId, boxSize: batch.boxSize, at });
    if (sealed === undefined) return undefined;
    await recordAct(
      tx,
      operator,
      { act: 'codes.export', target: targetOf(batch), after: { count: batch.count, boxSize: batch.boxSize, format } },
      at,
    );
    // Within the transaction: a secret that does not open stays where it was.
    return openSecret(deps.batchKey, batchId, sealed);
  });
  if (secret === undefined) throw wrongState((await findBatch(deps.db.orm, batchId)) ?? batch);
  return {
    batch: await viewOne(deps, operator.userId, batchId),
    fileName: `${nameOfCodes(batch)}-${batchId}.${format}`,
    ...(format === 'csv'
      ? { csv: csvForPrinter(batch, secret, deps.publicUrl) }
      : { xlsx: (await workbookForPrinter(batch, secret, deps.publicUrl)).toString('base64') }),
    boxes: boxesOf(batch),
  };
};

/** Throws `commerce.batchNotFound`. */
export const getCodeBoxes = async (
  deps: BatchDependencies,
  actorId: string,
  { batchId }: ParsedInputOf<typeof boxesOperation>,
): Promise<OutputOf<typeof boxesOperation>> => {
  const batch = await viewOne(deps, actorId, batchId);
  const voidOf = await countVoidByBox(deps.db.orm, batchId, batch.boxSize);
  return { batch, boxes: boxesOf(batch).map((box) => ({ ...box, void: voidOf.get(box.box) ?? 0 })) };
};

/** Throws `commerce.batchNotFound`, `commerce.batchState` for a batch that has no codes, `request.invalid` for used codes of teachers. */
export const voidCodes = async (
  deps: BatchDependencies,
  operator: DeskOperator,
  { batchId, from, to, bound, reason }: ParsedInputOf<typeof voidOperation>,
): Promise<OutputOf<typeof voidOperation>> => {
  const batch = await findBatch(deps.db.orm, batchId);
  if (batch === undefined) throw new CodedError('commerce.batchNotFound');
  if (batch.state !== 'approved' && batch.state !== 'exported') throw wrongState(batch);
  if (bound && !opensBook(batch.purpose))
    throw new CodedError('request.invalid', { reason: '已使用的教师认证码不能作废；需要取消认证时，请在“认证与申请”里撤销' });
  const at = deps.clock.now();
  const range = from === undefined || to === undefined ? undefined : { from, to };
  const voided = await deps.db.transaction(async (tx) => {
    const codes = await voidCodesOf(tx, batchId, range, bound);
    for (const { hmac, userId } of codes) if (userId !== undefined) await revokeEntitlementOfCode(tx, userId, hmac);
    if (range === undefined) await closeBatch(tx, batchId, reason);
    await recordAct(
      tx,
      operator,
      { act: 'codes.void', target: targetOf(batch), after: { ...range, bound, voided: codes.length }, reason },
      at,
    );
    return codes.length;
  });
  return { batch: await viewOne(deps, operator.userId, batchId), voided };
};

/** Makes a batch of codes for the command line. The plain codes exist once, in the hands of the caller; the database gets their hashes. */
import { randomBytes } from 'node:crypto';
import { CodedError, type CodePurpose, LIMITS, makeActivationCode, newId, opensBook } from '@shufang/contract';
import { recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { findBook } from '../catalog/find-books.ts';
import { insertBatch } from './batch-store.ts';
import type { CodeBatch } from './code-batch.ts';
import { hashedCode } from './code-hash.ts';
import { insertCodes } from './code-store.ts';

export interface CodeOrder {
  readonly bookId: string;
  readonly count: number;
  readonly purpose: CodePurpose;
  readonly printing: string | undefined;
  readonly termDays: number | undefined;
  readonly validUntil: number | undefined;
  readonly rebindLimit: number;
  readonly createdBy: string;
}

export interface MintDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly codeKey: Uint8Array;
  /** Brings the codes to where they will be kept, before the batch counts: when this throws there is no batch. */
  readonly keep?: (batch: CodeBatch, codes: readonly string[]) => Promise<void>;
}

const RANDOM_BYTES = 16;

const makeCodes = (count: number): string[] => {
  const random = randomBytes(count * RANDOM_BYTES);
  return Array.from({ length: count }, (_, i) => makeActivationCode(random.subarray(i * RANDOM_BYTES, (i + 1) * RANDOM_BYTES)));
};

/** Answers the batch and its codes, without separators. Throws `catalog.bookNotFound`; `RangeError` for a count or term no batch can have. */
export const mintCodes = async (deps: MintDependencies, order: CodeOrder): Promise<{ batch: CodeBatch; codes: readonly string[] }> => {
  if (!(Number.isInteger(order.count) && order.count >= 1 && order.count <= LIMITS.codesPerBatch))
    throw new RangeError(`a batch has 1 to ${LIMITS.codesPerBatch} codes, not ${order.count}`);
  if (!opensBook(order.purpose) && (order.termDays !== undefined || order.rebindLimit !== 0))
    throw new RangeError('a code for teachers has no term and cannot be given on');
  const book = await findBook(deps.db.orm, order.bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  const now = deps.clock.now();
  const batch: CodeBatch = {
    ...order,
    id: newId(now),
    state: 'exported',
    boxSize: LIMITS.codeBoxDefault,
    validFrom: now,
    approvedBy: undefined,
    exportedAt: now,
    createdAt: now,
  };
  const codes = makeCodes(order.count);
  await deps.db.transaction(async (tx) => {
    await insertBatch(tx, batch);
    // Whoever calls takes the codes along: nothing of this batch can be exported again.
    await insertCodes(tx, batch.id, 'exported', codes.length, (serial) => hashedCode(deps.codeKey, codes[serial - 1] ?? ''));
    const { purpose, count, printing, termDays, validUntil, rebindLimit } = order;
    const after = { purpose, count, printing, termDays, validUntil, rebindLimit };
    const target = { kind: 'codeBatch', id: batch.id, name: book.title } as const;
    await recordAct(tx, 'commandLine', { act: 'codes.mint', target, after }, now);
    await deps.keep?.(batch, codes);
  });
  return { batch, codes };
};

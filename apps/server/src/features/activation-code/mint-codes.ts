/** Creates a batch of codes for the command line. Only the caller receives the plain codes; the database stores their hashes. */
import { randomBytes } from 'node:crypto';
import { CodedError, type CodePurpose, LIMITS, makeActivationCode, newId, opensBook } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { recordAuditEvent } from '../audit/audit-events.ts';
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
  /**
   * Saves the codes where the caller needs them, before the transaction that creates the batch is committed. If it throws, no batch is
   * created.
   */
  readonly keep?: (batch: CodeBatch, codes: readonly string[]) => Promise<void>;
}

const RANDOM_BYTES = 16;

const makeCodes = (count: number): string[] => {
  const random = randomBytes(count * RANDOM_BYTES);
  return Array.from({ length: count }, (_, i) => makeActivationCode(random.subarray(i * RANDOM_BYTES, (i + 1) * RANDOM_BYTES)));
};

/**
 * Returns the batch and its codes, without separators. Throws `catalog.bookNotFound`; `RangeError` for an invalid count, and for teacher
 * codes with a term or releases.
 */
export const mintCodes = async (deps: MintDependencies, order: CodeOrder): Promise<{ batch: CodeBatch; codes: readonly string[] }> => {
  if (!(Number.isInteger(order.count) && order.count >= 1 && order.count <= LIMITS.codesPerBatch))
    throw new RangeError(`a batch has 1 to ${LIMITS.codesPerBatch} codes, not ${order.count}`);
  if (!opensBook(order.purpose) && (order.termDays !== undefined || order.rebindLimit !== 0))
    throw new RangeError('a teacher code has no term and cannot be released');
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
    // The batch counts as exported, because the caller receives the codes and they cannot be exported again.
    await insertCodes(tx, batch.id, 'exported', codes.length, (serial) => hashedCode(deps.codeKey, codes[serial - 1] ?? ''));
    const { purpose, count, printing, termDays, validUntil, rebindLimit } = order;
    const after = { purpose, count, printing, termDays, validUntil, rebindLimit };
    const target = { kind: 'codeBatch', id: batch.id, name: book.title } as const;
    await recordAuditEvent(tx, 'commandLine', { action: 'codes.mint', target, after }, now);
    await deps.keep?.(batch, codes);
  });
  return { batch, codes };
};

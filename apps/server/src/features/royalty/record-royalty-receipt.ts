/** Records a payment for a code batch or a license, and divides it among the books. */
import { CodedError, newId } from '@shufang/contract';
import { addDays, dayOf, startOfDay } from '../../platform/china-time.ts';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { divideFen } from '../orders/book-sales.ts';
import { ROYALTY_LIMITS } from './limits.ts';
import {
  findBatchSource,
  findLicenseBooks,
  insertReceipt,
  listShelvedBooks,
  type ReceiptShare,
  sumInstitutionReading,
} from './receipt-store.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';

const DAY_MS = 86_400_000;

interface Source {
  readonly source: 'code' | 'license';
  readonly refId: string;
  readonly label: string;
  readonly weights: readonly { readonly bookId: string; readonly weight: number }[];
}

const findCodeSource = async (db: Queryable, batchId: string): Promise<Source> => {
  const batch = await findBatchSource(db, batchId);
  if (batch === undefined) throw new CodedError('activationCode.batchNotFound');
  const label = batch.printing === '' ? dayOf(batch.createdAt) : batch.printing;
  return { source: 'code', refId: batchId, label, weights: [{ bookId: batch.bookId, weight: 1 }] };
};

const findLicenseSource = async (db: Queryable, licenseId: string, receivedOn: string): Promise<Source> => {
  const license = await findLicenseBooks(db, licenseId);
  if (license === undefined) throw new CodedError('license.notFound');
  const bookIds = license.isForAll ? await listShelvedBooks(db) : license.bookIds.toSorted();
  const from = dayOf(startOfDay(receivedOn) - ROYALTY_LIMITS.licenseReadingDays * DAY_MS);
  const seconds = await sumInstitutionReading(db, { licenseId, bookIds, from, to: addDays(receivedOn, -1) });
  const weights = bookIds.map((bookId) => ({ bookId, weight: seconds.size === 0 ? 1 : (seconds.get(bookId) ?? 0) }));
  return { source: 'license', refId: licenseId, label: license.institution, weights };
};

const sharesOf = (fen: number, { weights }: Source): ReceiptShare[] => {
  const parts = divideFen(
    Math.abs(fen),
    weights.map(({ weight }) => weight),
  );
  return weights.map((one, index) => ({ ...one, fen: Math.sign(fen) * (parts[index] ?? 0) })).filter((share) => share.fen !== 0);
};

/** Records a receipt as the given operator. */
export const recordRoyaltyReceiptAs = async (
  { db, clock }: RoyaltyDependencies,
  operator: Operator,
  { batchId, licenseId, fen, receivedOn, note }: UseCaseInput<'recordRoyaltyReceipt'>,
): Promise<{ id: string; shares: { bookId: string; fen: number }[] }> => {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const found = licenseId === undefined ? await findCodeSource(tx, batchId ?? '') : await findLicenseSource(tx, licenseId, receivedOn);
    const id = newId(now);
    const shares = sharesOf(fen, found);
    const { source, refId, label } = found;
    await insertReceipt(tx, { id, source, refId, label, fen, receivedOn, note }, shares, now);
    const target = { kind: source === 'code' ? ('codeBatch' as const) : ('license' as const), id: refId, name: label };
    await recordAuditEvent(tx, operator, { action: 'royalty.receipt', target, after: { fen, receivedOn }, reason: note }, now);
    return { id, shares: shares.map(({ bookId, fen: share }) => ({ bookId, fen: share })) };
  });
};

/** Throws `activationCode.batchNotFound`, `license.notFound`. */
export const recordRoyaltyReceipt: UseCase<'recordRoyaltyReceipt', RoyaltyDependencies> = (deps, caller, input) =>
  recordRoyaltyReceiptAs(deps, operatorOf(caller), input);

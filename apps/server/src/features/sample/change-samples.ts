/** Changes a batch of samples as an operator: all of them or none. */
import { type AuditAction, CodedError, type NotificationKind } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { findBooks } from '../catalog/find-books.ts';
import { notifyUser } from '../notification/notifications.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import { lockSamples, type StoredSample, updateSample } from './store.ts';

interface BatchChange {
  readonly ids: readonly string[];
  readonly operator: Operator;
  readonly accessScope: AccessScope | undefined;
  readonly action: AuditAction;
  readonly notification: NotificationKind;
  readonly reason?: string;
  /** Returns the next state of a sample. Throws `sample.stateChanged` if it may not be changed. */
  readonly next: (found: StoredSample) => StoredSample;
  /** Checks the batch as a whole, and applies further effects within the transaction. */
  readonly apply?: (tx: Transaction, changed: readonly StoredSample[]) => Promise<void> | void;
}

/** Returns the number of changed samples. Throws `sample.notFound` if one does not exist or lies outside of the access scope. */
export const changeSamples = async (
  { db, clock }: Pick<SampleDependencies, 'db' | 'clock'>,
  { ids, operator, accessScope, action, notification, reason, next, apply }: BatchChange,
): Promise<number> => {
  const now = clock.now();
  const wanted = [...new Set(ids)];
  return db.transaction(async (tx) => {
    const found = await lockSamples(tx, wanted, accessScope);
    if (found.length < wanted.length) throw new CodedError('sample.notFound');
    const titles = new Map((await findBooks(tx, [...new Set(found.map(({ bookId }) => bookId))])).map(({ id, title }) => [id, title]));
    const changed = found.map(next);
    await apply?.(tx, changed);
    for (const one of changed) {
      await updateSample(tx, one);
      const name = titles.get(one.bookId) ?? '';
      const after = { status: one.status, form: one.form, bookId: one.bookId };
      const target = { kind: 'sample', id: one.id, name } as const;
      await recordAuditEvent(tx, operator, { action, target, after, ...(reason === undefined ? {} : { reason }) }, now);
      await notifyUser(tx, one.userId, { kind: notification, subject: { id: one.bookId, name } }, now);
    }
    return changed.length;
  });
};

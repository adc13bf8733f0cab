/** Changes a batch of adoption lists as an operator: all of them or none. */
import { type AuditAction, CodedError, type NotificationKind } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { notifyUser } from '../notification/notifications.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { type AdoptionRow, completeAdoptions, lockAdoptions, updateAdoption } from './store.ts';

interface BatchChange {
  readonly ids: readonly string[];
  readonly operator: Operator;
  readonly accessScope: AccessScope | undefined;
  readonly action: AuditAction;
  readonly reason?: string;
  /** Returns the next state of a list. Throws `adoption.stateChanged` if it may not be changed. */
  readonly next: (found: AdoptionRow) => AdoptionRow;
  /** Returns how the teacher is notified; undefined if the change is not announced. */
  readonly notificationOf: (changed: AdoptionRow) => NotificationKind | undefined;
  /** Applies further effects of the change of one list within the transaction. */
  readonly apply?: (tx: Transaction, changed: AdoptionRow) => Promise<void>;
}

/** Returns the number of changed lists. Throws `adoption.notFound` if one does not exist or lies outside of the access scope. */
export const changeAdoptions = async (
  { db, clock }: Pick<AdoptionDependencies, 'db' | 'clock'>,
  { ids, operator, accessScope, action, reason, next, notificationOf, apply }: BatchChange,
): Promise<number> => {
  const now = clock.now();
  const wanted = [...new Set(ids)];
  return db.transaction(async (tx) => {
    const found = await lockAdoptions(tx, wanted, accessScope);
    if (found.length < wanted.length) throw new CodedError('adoption.notFound');
    const changed = found.map(next);
    for (const list of await completeAdoptions(tx, changed)) {
      await updateAdoption(tx, list, now);
      await apply?.(tx, list);
      const name = [list.term, ...new Set(list.items.map(({ course }) => course))].slice(0, 3).join(' · ');
      const target = { kind: 'adoption', id: list.id, name } as const;
      const after = { status: list.status, approvals: list.approvals, books: list.items.length };
      await recordAuditEvent(tx, operator, { action, target, after, ...(reason === undefined ? {} : { reason }) }, now);
      const kind = notificationOf(list);
      if (kind !== undefined) await notifyUser(tx, list.teacherId, { kind, subject: { id: list.id, name: list.term } }, now);
    }
    return changed.length;
  });
};

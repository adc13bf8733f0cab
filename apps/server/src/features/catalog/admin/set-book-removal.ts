/** Sets or withdraws an ordered removal: no reader can read the book while an authority forbids it. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { selectBooks, updateRemovalNotice } from '../store.ts';

/**
 * Sets or deletes the removal notice. Throws `catalog.bookNotFound`, and `request.invalid` for a notice without a reason for the audit
 * log.
 */
export const setBookRemoval: UseCase<'setBookRemoval', Pick<BookAdminDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  caller,
  { bookId, notice, reason },
) => {
  if (notice !== '' && reason === '') throw new CodedError('request.invalid', { reason: '请写明停止阅读的依据' });
  await db.transaction(async (tx) => {
    const [before] = await selectBooks(tx, [bookId]);
    if (before === undefined) throw new CodedError('catalog.bookNotFound');
    const noticeBefore = before.removalNotice ?? '';
    if (noticeBefore === notice) return;
    await updateRemovalNotice(tx, bookId, notice === '' ? null : notice, clock.now());
    const target = { kind: 'book', id: bookId, name: before.title } as const;
    const facts = { before: { removalNotice: noticeBefore }, after: { removalNotice: notice }, reason };
    await recordAuditEvent(tx, operatorOf(caller), { action: 'book.remove', target, ...facts }, clock.now());
  });
  return { payload: { bookId, notice }, say: notice === '' ? '已恢复阅读' : '已停止阅读' };
};

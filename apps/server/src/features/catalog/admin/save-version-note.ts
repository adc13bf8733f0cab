/** Saves an editor's note about a version of a book. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { replaceVersionNote } from '../../publication/versions/version-history.ts';
import { listBookVersions } from '../book-page/book-versions.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { findBook } from '../find-books.ts';

/** Saves the note. Throws `catalog.bookNotFound`, and `request.invalid` for an unknown version of the book. */
export const saveVersionNote: UseCase<'saveVersionNote', Pick<BookAdminDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  caller,
  { bookId, no, note },
) => {
  const book = await findBook(db.orm, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  await db.transaction(async (tx) => {
    const before = await replaceVersionNote(tx, bookId, no, note);
    if (before === undefined) throw new CodedError('request.invalid', { reason: '没有这个版本' });
    if (before === note) return;
    const target = { kind: 'book', id: bookId, name: book.title } as const;
    const facts = { before: { no, note: before }, after: { no, note } };
    await recordAuditEvent(tx, operatorOf(caller), { action: 'book.versionNote', target, ...facts }, clock.now());
  });
  return { payload: await listBookVersions(db.orm, bookId), say: '已保存版本说明' };
};

/** Makes a cover from an image of the editor. Throws `catalog.bookNotFound`, `file.notFound`, `file.pictureBroken`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { readAdminBook } from './admin-book.ts';
import { lockAdminBookRow, updateCover } from './admin-book-store.ts';

export const setBookCover: UseCase<'setBookCover', BookAdminDependencies> = async (dependencies, caller, { bookId, fileId }) => {
  const operator = operatorOf(caller);
  await readAdminBook(dependencies, bookId, caller.accessScope);
  const cover = await dependencies.drawCover(operator.userId, fileId);
  const now = dependencies.clock.now();
  await dependencies.db.transaction(async (tx) => {
    const row = await lockAdminBookRow(tx, bookId);
    if (row === undefined) throw new CodedError('catalog.bookNotFound');
    await updateCover(tx, bookId, cover, now);
    const facts = { before: { cover: row.cover_sha256 }, after: { cover: cover.sha256 } };
    await recordAuditEvent(tx, operator, { action: 'book.cover', target: { kind: 'book', id: bookId, name: row.title }, ...facts }, now);
  });
  return { payload: await readAdminBook(dependencies, bookId, caller.accessScope), say: '已更换封面' };
};

/** Removes a material from a book. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { factsOf, listMaterialsForAdmin, titleOfBook } from './book-materials.ts';
import { deleteMaterial, lockMaterial } from './material-store.ts';

/** Removes the material and schedules its bytes for deletion. Throws `catalog.bookNotFound`, `catalog.materialNotFound`. */
export const removeBookMaterial: UseCase<'removeBookMaterial', Pick<CatalogDependencies, 'db' | 'clock' | 'releaseObject'>> = async (
  { db, clock, releaseObject },
  caller,
  { bookId, id },
) => {
  const bookTitle = await titleOfBook(db.orm, bookId);
  await db.transaction(async (tx) => {
    const before = await lockMaterial(tx, bookId, id);
    if (before === undefined) throw new CodedError('catalog.materialNotFound');
    await deleteMaterial(tx, id);
    await releaseObject(tx, before.sha256);
    const target = { kind: 'book', id: bookId, name: bookTitle } as const;
    const facts = { ...factsOf(before), fileName: before.fileName };
    await recordAuditEvent(tx, operatorOf(caller), { action: 'book.removeMaterial', target, before: facts }, clock.now());
  });
  return { payload: await listMaterialsForAdmin(db.orm, bookId), say: '已删除' };
};

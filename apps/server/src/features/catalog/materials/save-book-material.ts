/** Changes the title, note and audience of a material. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { changeBetween, operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { factsOf, listMaterialsForAdmin, titleOfBook } from './book-materials.ts';
import { lockMaterial, updateMaterial } from './material-store.ts';

/** Saves the change. Throws `catalog.bookNotFound`, `catalog.materialNotFound`. */
export const saveBookMaterial: UseCase<'saveBookMaterial', Pick<CatalogDependencies, 'db' | 'clock'>> = async (
  { db, clock },
  caller,
  { bookId, id, ...description },
) => {
  const bookTitle = await titleOfBook(db.orm, bookId);
  await db.transaction(async (tx) => {
    const before = await lockMaterial(tx, bookId, id);
    if (before === undefined) throw new CodedError('catalog.materialNotFound');
    await updateMaterial(tx, id, description);
    const target = { kind: 'book', id: bookId, name: bookTitle } as const;
    const change = changeBetween(factsOf(before), factsOf(description));
    await recordAuditEvent(tx, operatorOf(caller), { action: 'book.saveMaterial', target, ...change }, clock.now());
  });
  return { payload: await listMaterialsForAdmin(db.orm, bookId), say: '已保存' };
};

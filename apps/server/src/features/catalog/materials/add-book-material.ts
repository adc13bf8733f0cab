/** Adds a file of the editor to a book. The file moves from the editor's own files. */
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { listMaterialsForAdmin, titleOfBook } from './book-materials.ts';
import { countMaterials, insertMaterial } from './material-store.ts';

/** Adds the material. Throws `catalog.bookNotFound`, `catalog.materialsFull`, `file.notFound`. */
export const addBookMaterial: UseCase<'addBookMaterial', Pick<CatalogDependencies, 'db' | 'clock' | 'takeFile'>> = async (
  { db, clock, takeFile },
  caller,
  { bookId, fileId, ...description },
) => {
  const operator = operatorOf(caller);
  const bookTitle = await titleOfBook(db.orm, bookId);
  const now = clock.now();
  await db.transaction(async (tx) => {
    if ((await countMaterials(tx, bookId)) >= LIMITS.materialsPerBook)
      throw new CodedError('catalog.materialsFull', { max: LIMITS.materialsPerBook });
    const { name: fileName, ...file } = await takeFile(tx, operator.userId, fileId);
    await insertMaterial(tx, { id: newId(now), bookId, ...description, fileName, ...file, createdAt: now });
    const target = { kind: 'book', id: bookId, name: bookTitle } as const;
    await recordAuditEvent(tx, operator, { action: 'book.addMaterial', target, after: { ...description, fileName } }, now);
  });
  return { payload: await listMaterialsForAdmin(db.orm, bookId), say: '已添加' };
};

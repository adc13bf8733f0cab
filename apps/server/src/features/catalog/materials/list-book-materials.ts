/** Lists the files that accompany a book, and which of them the caller may use. Throws `catalog.bookNotFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { findVisibleBook } from '../book-page/visible-book.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { viewMaterial } from './book-materials.ts';
import { lockOfMaterial } from './material-rule.ts';
import { listMaterials } from './material-store.ts';

export const listBookMaterials: UseCase<'listBookMaterials', CatalogDependencies> = async (dependencies, caller, { bookId }) => {
  const { right } = await findVisibleBook(dependencies, caller, bookId);
  const usesAll = dependencies.usesEveryTeacherResource(caller.reader?.roles ?? []);
  const found = await listMaterials(dependencies.db.orm, bookId);
  return { items: found.map((material) => viewMaterial(material, lockOfMaterial(material.audience, { right, usesAll }) === undefined)) };
};

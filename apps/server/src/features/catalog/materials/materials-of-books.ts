/** Lists the materials of several books for one user, by the rule of `material-rule.ts`. */
import type { BookMaterial } from '@shufang/contract';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBooks } from '../find-books.ts';
import type { Caller } from '../personal-fields.ts';
import { viewMaterial } from './book-materials.ts';
import { lockOfMaterial } from './material-rule.ts';
import { listMaterialsOfBooks } from './material-store.ts';

export interface MaterialsOfBook {
  readonly book: { readonly id: string; readonly title: string };
  readonly items: BookMaterial[];
}

/**
 * Returns the books that have materials, in the order of `bookIds`, each with its materials. Leaves out drafts whose page the user may not
 * see.
 */
export const viewMaterialsOfBooks = async (
  { db, personal, usesEveryTeacherResource }: Pick<CatalogDependencies, 'db' | 'personal' | 'usesEveryTeacherResource'>,
  caller: Caller,
  bookIds: readonly string[],
): Promise<MaterialsOfBook[]> => {
  const materials = Map.groupBy(await listMaterialsOfBooks(db.orm, bookIds), ({ bookId }) => bookId);
  const books = await findBooks(
    db.orm,
    bookIds.filter((id) => materials.has(id)),
  );
  const rights = await personal.rightsOf(caller, books);
  const usesAll = usesEveryTeacherResource(caller.reader?.roles ?? []);
  return books.flatMap(({ id, title, shelfState }) => {
    const right = rights.get(id);
    if (right === undefined || (shelfState === 'draft' && right.kind === 'none')) return [];
    const items = (materials.get(id) ?? []).map((material) =>
      viewMaterial(material, lockOfMaterial(material.audience, { right, usesAll }) === undefined),
    );
    return [{ book: { id, title }, items }];
  });
};

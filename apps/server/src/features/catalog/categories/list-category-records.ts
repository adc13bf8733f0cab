/** Lists all categories in tree order with the number of their books. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { listCategoryTree } from './category-tree.ts';

export const listCategoryRecords: UseCase<'listCategoryRecords', Pick<CatalogDependencies, 'db'>> = async ({ db }) => ({
  items: await listCategoryTree(db.orm),
});

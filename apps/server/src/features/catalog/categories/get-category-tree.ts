/** Returns the categories as a tree. */
import type { CategoryNode } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { listCategories } from '../store.ts';

export const getCategoryTree: UseCase<'getCategoryTree', Pick<CatalogDependencies, 'db'>> = async ({ db }) => {
  const rows = await listCategories(db.orm);
  const nodes = new Map<string, CategoryNode>(rows.map(({ id, kind, name }) => [id, { id, kind, name, children: [] }]));
  const items: CategoryNode[] = [];
  for (const { id, parentId } of rows) {
    const node = nodes.get(id);
    if (node) (parentId === undefined ? items : (nodes.get(parentId)?.children ?? items)).push(node);
  }
  return { items };
};

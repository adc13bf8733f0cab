/** The disciplines as a tree. */
import type { CategoryNode, getCategoryTree as getCategoryTreeOperation, OutputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listCategories } from './store.ts';

export const getCategoryTree = async (deps: { db: Queryable }): Promise<OutputOf<typeof getCategoryTreeOperation>> => {
  const rows = await listCategories(deps.db);
  const nodes = new Map<string, CategoryNode>(rows.map(({ id, kind, name }) => [id, { id, kind, name, children: [] }]));
  const items: CategoryNode[] = [];
  for (const { id, parentId } of rows) {
    const node = nodes.get(id);
    if (node) (parentId === undefined ? items : (nodes.get(parentId)?.children ?? items)).push(node);
  }
  return { items };
};

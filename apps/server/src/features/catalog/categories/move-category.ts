/** Moves a category with its subtree. */
import { LIMITS } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { setCategoryOrder } from './category-store.ts';
import {
  changeCategories,
  childrenOf,
  depthOf,
  heightOf,
  invalidChange,
  isInSubtree,
  requireCategory,
  requireUniqueName,
} from './category-tree.ts';

/**
 * Puts the category before a sibling or at the end. Throws `catalog.categoryNotFound`, and `request.invalid` for a position in its own
 * subtree, in another tree, beside an unknown sibling or one of the same name, or too deep.
 */
export const moveCategory: UseCase<'moveCategory', Pick<CatalogDependencies, 'db' | 'clock'>> = (
  dependencies,
  caller,
  { id, parentId, beforeId },
) =>
  changeCategories(dependencies, async (tx, all, now) => {
    const category = requireCategory(all, id);
    if (parentId !== undefined) {
      if (requireCategory(all, parentId).kind !== category.kind) throw invalidChange('只能在同一种分类里移动');
      if (isInSubtree(all, parentId, id)) throw invalidChange('不能移到它自己下面');
    }
    if (depthOf(all, parentId) + heightOf(all, id) > LIMITS.categoryDepth) throw invalidChange(`学科最多分 ${LIMITS.categoryDepth} 级`);
    requireUniqueName(all, { id, parentId, name: category.name });
    const siblings = childrenOf(all, parentId)
      .map((one) => one.id)
      .filter((one) => one !== id);
    const index = beforeId === undefined ? siblings.length : siblings.indexOf(beforeId);
    if (index === -1) throw invalidChange('要排在前面的学科不在这一级');
    await setCategoryOrder(tx, parentId, siblings.toSpliced(index, 0, id));
    const facts = { before: { parentId: category.parentId ?? null }, after: { parentId: parentId ?? null, beforeId: beforeId ?? null } };
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action: 'category.move', target: { kind: 'category', id, name: category.name }, ...facts },
      now,
    );
  });

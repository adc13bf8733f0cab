/** Adds or renames a category. */
import { LIMITS, newId } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { CATALOG_LIMITS } from '../limits.ts';
import { insertCategory, renameCategory } from './category-store.ts';
import { changeCategories, depthOf, invalidChange, requireCategory, requireUniqueName } from './category-tree.ts';

/**
 * Saves the category and returns the tree after the change. Throws `catalog.categoryNotFound`, and `request.invalid` for the name of a
 * sibling, a tree that would be too deep, or too many categories.
 */
export const saveCategory: UseCase<'saveCategory', Pick<CatalogDependencies, 'db' | 'clock'>> = async (dependencies, caller, input) => {
  const payload = await changeCategories(dependencies, async (tx, all, now) => {
    const { name } = input;
    if (input.id !== undefined) {
      const before = requireCategory(all, input.id);
      requireUniqueName(all, { ...before, name });
      await renameCategory(tx, before.id, name);
      const target = { kind: 'category', id: before.id, name } as const;
      await recordAuditEvent(
        tx,
        operatorOf(caller),
        { action: 'category.save', target, before: { name: before.name }, after: { name } },
        now,
      );
      return;
    }
    const { parentId } = input;
    const kind = parentId === undefined ? input.kind : requireCategory(all, parentId).kind;
    const added = { id: newId(now), parentId, kind, name };
    requireUniqueName(all, added);
    if (depthOf(all, parentId) >= LIMITS.categoryDepth) throw invalidChange(`学科最多分 ${LIMITS.categoryDepth} 级`);
    if (all.length >= CATALOG_LIMITS.categoriesMax) throw invalidChange(`学科最多 ${CATALOG_LIMITS.categoriesMax} 个`);
    await insertCategory(tx, added);
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action: 'category.save', target: { kind: 'category', id: added.id, name }, after: { name, parentId, kind } },
      now,
    );
  });
  return { payload, say: `已保存“${input.name}”` };
};

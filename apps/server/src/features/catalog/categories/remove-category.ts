/** Removes a category without books and children. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { deleteCategory } from './category-store.ts';
import { changeCategories, childrenOf, requireCategory } from './category-tree.ts';

/** Removes the category. Throws `catalog.categoryNotFound`, and `catalog.categoryInUse` if it has books or children. */
export const removeCategory: UseCase<'removeCategory', Pick<CatalogDependencies, 'db' | 'clock'>> = async (
  dependencies,
  caller,
  { id },
) => {
  const payload = await changeCategories(dependencies, async (tx, all, now) => {
    const category = requireCategory(all, id);
    const children = childrenOf(all, id).length;
    if (children > 0) throw new CodedError('catalog.categoryInUse', { what: `${children} 个下级学科` });
    if (category.books > 0) throw new CodedError('catalog.categoryInUse', { what: `${category.books} 本书` });
    await deleteCategory(tx, id);
    const target = { kind: 'category', id, name: category.name } as const;
    await recordAuditEvent(
      tx,
      operatorOf(caller),
      { action: 'category.remove', target, before: { name: category.name, parentId: category.parentId } },
      now,
    );
  });
  return { payload, say: '已删除' };
};

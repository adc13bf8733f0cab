import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { categoryId, categoryTree } from './category.ts';

/** Removes a category without books and children; otherwise throws `catalog.categoryInUse`. */
export const removeCategory = operation({
  name: 'removeCategory',
  method: 'POST',
  path: '/api/admin/category/remove',
  summary: '删除学科',
  permission: 'curate',
  scope: 'platform',
  input: z.object({ id: categoryId }),
  output: categoryTree,
  errors: ['catalog.categoryNotFound', 'catalog.categoryInUse'],
});

import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { categoryId, categoryTree } from './category.ts';

/**
 * Moves a category under `parentId` (absent: top level) before `beforeId` (absent: last). A category cannot be moved into its own subtree
 * or into another tree.
 */
export const moveCategory = operation({
  name: 'moveCategory',
  method: 'POST',
  path: '/api/admin/category/move',
  summary: '移动学科',
  permission: 'curate',
  scope: 'platform',
  input: z.object({ id: categoryId, parentId: categoryId.optional(), beforeId: categoryId.optional() }),
  output: categoryTree,
  errors: ['catalog.categoryNotFound'],
});

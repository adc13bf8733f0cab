import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { categoryKind } from './book-card.ts';
import { categoryId, categoryTree } from './category.ts';

/**
 * Adds a category as the last child of `parentId` (absent: at the top level of `kind`), or renames the one with `id`. Names of siblings are
 * unique.
 */
export const saveCategory = operation({
  name: 'saveCategory',
  method: 'POST',
  path: '/api/admin/category/save',
  summary: '添加或改名学科',
  permission: 'curate',
  scope: 'platform',
  input: z.object({
    id: categoryId.optional(),
    parentId: categoryId.optional(),
    /** Kind of a top-level category; children inherit it. */
    kind: categoryKind.default('discipline'),
    name: z.string().trim().min(1, '请填写名称').max(30, '名称最多 30 个字'),
  }),
  output: categoryTree,
  errors: ['catalog.categoryNotFound'],
});

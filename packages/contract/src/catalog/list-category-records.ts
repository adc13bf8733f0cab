import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { categoryTree } from './category.ts';

/** Lists all categories in depth-first order. */
export const listCategoryRecords = operation({
  name: 'listCategoryRecords',
  method: 'GET',
  path: '/api/admin/category/list',
  summary: '学科分类（工作台）',
  permission: 'curate',
  scope: 'platform',
  input: z.object({}),
  output: categoryTree,
});

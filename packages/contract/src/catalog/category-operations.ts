/** What editors do with the tree of disciplines (学科门类). Permission `curate`. */
import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { categoryKind } from './operations.ts';

const categoryId = z.string().min(1).max(64);

/** One discipline as editors see it. */
export const categoryRecord = z.object({
  id: categoryId,
  parentId: categoryId.optional(),
  /** Of the tree it stands in. */
  kind: categoryKind,
  name: z.string(),
  /** Books filed under it itself, in any state. */
  books: z.number().int(),
});
export type CategoryRecord = z.output<typeof categoryRecord>;

const tree = z.object({ items: z.array(categoryRecord) });

/** All of them, each after the one above it and after its elder sisters. */
export const listCategoryRecords = operation({
  name: 'listCategoryRecords',
  method: 'GET',
  path: '/api/admin/category/list',
  summary: '学科分类（工作台）',
  input: z.object({}),
  output: tree,
});

/**
 * Adds one as the last under `parentId` (absent: at the top, as one of `kind`), or renames the one named by `id`. No two sisters have one
 * name.
 */
export const saveCategory = operation({
  name: 'saveCategory',
  method: 'POST',
  path: '/api/admin/category/save',
  summary: '添加或改名学科',
  input: z.object({
    id: categoryId.optional(),
    parentId: categoryId.optional(),
    /** Of one at the top; those under it are of its kind. */
    kind: categoryKind.default('discipline'),
    name: z.string().trim().min(1, '请填写名称').max(30, '名称最多 30 个字'),
  }),
  output: tree,
  errors: ['catalog.categoryNotFound'],
});

/** Puts one under `parentId` (absent: at the top) before `beforeId` (absent: as the last). Never into a part of itself, nor into another tree. */
export const moveCategory = operation({
  name: 'moveCategory',
  method: 'POST',
  path: '/api/admin/category/move',
  summary: '移动学科',
  input: z.object({ id: categoryId, parentId: categoryId.optional(), beforeId: categoryId.optional() }),
  output: tree,
  errors: ['catalog.categoryNotFound'],
});

/** Only one without books and without parts. */
export const removeCategory = operation({
  name: 'removeCategory',
  method: 'POST',
  path: '/api/admin/category/remove',
  summary: '删除学科',
  input: z.object({ id: categoryId }),
  output: tree,
  errors: ['catalog.categoryNotFound', 'catalog.categoryInUse'],
});

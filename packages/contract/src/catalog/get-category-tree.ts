import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { type CategoryNode, categoryKind } from './book-card.ts';

export const categoryNode: z.ZodType<CategoryNode> = z
  .lazy(() => z.object({ id: z.string(), kind: categoryKind, name: z.string(), children: z.array(categoryNode) }))
  .meta({ id: 'CategoryNode' });

/** Returns all categories in their order, including empty ones. */
export const getCategoryTree = operation({
  name: 'getCategoryTree',
  method: 'GET',
  path: '/api/category/tree',
  summary: '学科分类',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ items: z.array(categoryNode) }),
});

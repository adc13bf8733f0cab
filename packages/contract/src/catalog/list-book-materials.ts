import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookMaterialList } from './book-material.ts';

/** Lists the materials in the order they were added, `LIMITS.materialsPerBook` at most. */
export const listBookMaterials = operation({
  name: 'listBookMaterials',
  method: 'GET',
  path: '/api/book/materials',
  summary: '配套教学资源',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: bookMaterialList,
  errors: ['catalog.bookNotFound'],
});

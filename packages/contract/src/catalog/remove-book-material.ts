import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookMaterialList } from './book-material.ts';

export const removeBookMaterial = operation({
  name: 'removeBookMaterial',
  method: 'POST',
  path: '/api/admin/book/material/remove',
  summary: '删除配套资源',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId, id: entityId }),
  output: bookMaterialList,
  errors: ['catalog.bookNotFound', 'catalog.materialNotFound'],
});

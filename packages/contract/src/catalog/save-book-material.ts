import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookMaterialList, materialFields } from './book-material.ts';

export const saveBookMaterial = operation({
  name: 'saveBookMaterial',
  method: 'POST',
  path: '/api/admin/book/material/save',
  summary: '修改配套资源',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId, id: entityId, ...materialFields }),
  output: bookMaterialList,
  errors: ['catalog.bookNotFound', 'catalog.materialNotFound'],
});

import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookMaterialList, materialFields } from './book-material.ts';

/** Attaches a file uploaded by the editor (`uploadFile`) to the book. Permission `publishBook`. */
export const addBookMaterial = operation({
  name: 'addBookMaterial',
  method: 'POST',
  path: '/api/admin/book/material/add',
  summary: '添加配套资源',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId, fileId: entityId, ...materialFields }),
  output: bookMaterialList,
  errors: ['catalog.bookNotFound', 'catalog.materialsFull', 'file.notFound'],
});

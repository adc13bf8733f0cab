import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Returns the file as an attachment; an error is returned as JSON, as for other calls. */
export const downloadBookMaterial = operation({
  name: 'downloadBookMaterial',
  method: 'POST',
  path: '/api/book/material/download',
  summary: '下载配套资源',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['catalog.bookNotFound', 'catalog.materialNotFound', 'catalog.materialLocked', 'file.notFound'],
});

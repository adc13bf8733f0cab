import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { importJob } from './import-job.ts';

export const cancelImport = operation({
  name: 'cancelImport',
  method: 'POST',
  path: '/api/admin/import/cancel',
  summary: '取消导入',
  permission: 'importBook',
  scope: { id: 'import' },
  input: z.object({ id: entityId }),
  output: importJob,
  errors: ['import.notFound', 'import.alreadyFinished'],
});

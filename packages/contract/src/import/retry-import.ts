import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { importJob } from './import-job.ts';

/** Runs an import again that failed or was canceled. */
export const retryImport = operation({
  name: 'retryImport',
  method: 'POST',
  path: '/api/admin/import/retry',
  summary: '重新导入',
  permission: 'importBook',
  scope: { id: 'import' },
  input: z.object({ id: entityId }),
  output: importJob,
  errors: ['import.notFound', 'import.alreadyFinished'],
});

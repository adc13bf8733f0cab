import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { importJob } from './import-job.ts';

export const getImport = operation({
  name: 'getImport',
  method: 'GET',
  path: '/api/admin/import/get',
  summary: '查看导入',
  permission: 'importBook',
  scope: { id: 'import' },
  input: z.object({ id: entityId }),
  output: importJob,
  errors: ['import.notFound'],
});

import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { importJob } from './import-job.ts';

export const listImports = operation({
  name: 'listImports',
  method: 'GET',
  path: '/api/admin/import/list',
  summary: '导入记录',
  permission: 'importBook',
  scope: 'filtered',
  input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  output: z.object({ items: z.array(importJob) }),
});

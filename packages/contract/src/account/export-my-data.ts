import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { dataExport } from './user-info.ts';

/** Starts an export of the caller's data. Returns the export in progress if there is one. */
export const exportMyData = operation({
  name: 'exportMyData',
  method: 'POST',
  path: '/api/user/data/export',
  summary: '导出我的全部数据',
  permission: 'exportOwnData',
  input: z.object({}),
  output: dataExport,
});

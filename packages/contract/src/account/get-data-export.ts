import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { dataExport } from './user-info.ts';

/** Returns the newest data export, if any. */
export const getDataExport = operation({
  name: 'getDataExport',
  method: 'GET',
  path: '/api/user/data/export/get',
  summary: '读取数据导出的进度',
  permission: 'exportOwnData',
  input: z.object({}),
  output: z.object({ export: dataExport.nullable() }),
});

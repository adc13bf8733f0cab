import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { appVersionRecord } from './app-build.ts';

/** Lists all versions, the latest published first. */
export const listVersionRecords = operation({
  name: 'listVersionRecords',
  method: 'GET',
  path: '/api/admin/version/list',
  summary: '客户端版本记录',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({}),
  output: z.object({ items: z.array(appVersionRecord) }),
});

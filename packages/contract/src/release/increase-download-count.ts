import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { buildQuery } from './app-build.ts';
import { versionCode } from './update-manifest.ts';

/** Counts one completed download of a version. */
export const increaseDownloadCount = operation({
  name: 'increaseDownloadCount',
  method: 'GET',
  path: '/api/maintenance/appUpdater/increaseDownloadCount',
  summary: '记录一次下载',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ versionCode, ...buildQuery }),
  output: z.object({ versionCode, downloadCount: z.number().int() }),
  errors: ['release.versionUnknown'],
});

import { rawOperation } from '../wire/operation.ts';
import { RELEASE_FILE_PATH } from './app-build.ts';

/** Returns a file of a released version; supports range requests. */
export const getReleaseFile = rawOperation({
  name: 'getReleaseFile',
  method: 'GET',
  path: `${RELEASE_FILE_PATH}/:channel/:platform/:arch/:version/:file`,
  summary: '安装包',
  permission: 'browse',
});

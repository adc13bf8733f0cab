import { operation } from '../wire/operation.ts';
import { retiredCall } from './app-build.ts';

/** Deprecated by the specification: always returns an error that tells users of old clients what to do. */
export const getLastInstallPackage = operation({
  name: 'getLastInstallPackage',
  path: '/api/maintenance/appUpdater/getLastInstallPackage',
  summary: '获取安装包（已停用）',
  permission: 'browse',
  ...retiredCall,
});

import { operation } from '../wire/operation.ts';
import { retiredCall } from './app-build.ts';

export const getLastAppAsar = operation({
  name: 'getLastAppAsar',
  path: '/api/maintenance/appUpdater/getLastAppAsar',
  summary: '获取程序包（已停用）',
  permission: 'browse',
  ...retiredCall,
});

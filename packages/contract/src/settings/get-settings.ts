import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { platformSettings, settingsSource } from './platform-settings.ts';

export const getSettings = operation({
  name: 'getSettings',
  method: 'GET',
  path: '/api/admin/setting/get',
  summary: '平台设置',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({}),
  output: z.object({ settings: platformSettings, source: settingsSource, savedAt: z.number().int().optional() }),
});

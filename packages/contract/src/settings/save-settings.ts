import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { platformSettings, settingsSource } from './platform-settings.ts';

/**
 * Saves all settings, which then override the environment variables. Without `settings`, deletes the saved settings, so that the
 * environment variables apply again.
 */
export const saveSettings = operation({
  name: 'saveSettings',
  method: 'POST',
  path: '/api/admin/setting/save',
  summary: '保存平台设置',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({ settings: platformSettings.optional() }),
  output: z.object({ settings: platformSettings, source: settingsSource, savedAt: z.number().int().optional() }),
});

import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { platformSettings, type SettingName } from './platform-settings.ts';

const settingName = z.enum(Object.keys(platformSettings.shape) as [SettingName, ...SettingName[]]);

/**
 * Compares an exported file (its text, at most 100,000 characters) with the current settings, and saves the settings of the file if `apply`
 * is set and some differ. Returns those that differ. Throws `settings.fileInvalid` with the reason for an invalid file, which is never
 * saved.
 */
export const importSettings = operation({
  name: 'importSettings',
  method: 'POST',
  path: '/api/admin/setting/import',
  summary: '导入平台设置',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({ text: z.string().max(100_000), apply: z.boolean().default(false) }),
  output: z.object({
    changes: z.array(z.object({ name: settingName, before: z.string(), after: z.string() })),
    isApplied: z.boolean(),
  }),
  errors: ['settings.fileInvalid'],
});

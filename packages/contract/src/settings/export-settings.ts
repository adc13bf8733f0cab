import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { platformSettings } from './platform-settings.ts';

/** Values of the fields `format` and `version` of an exported file, by which an import recognizes it. */
export const SETTINGS_FORMAT = 'shufang-settings';

export const SETTINGS_FORMAT_VERSION = 1;

const settingsFile = z.object({
  format: z.literal(SETTINGS_FORMAT),
  version: z.literal(SETTINGS_FORMAT_VERSION),
  /** Time of the export, ISO 8601 in UTC. */
  exportedAt: z.string(),
  settings: platformSettings,
});

export type SettingsFile = z.output<typeof settingsFile>;

/** Returns the settings as a file that can be imported into another installation. The file contains no secret. */
export const exportSettings = operation({
  name: 'exportSettings',
  method: 'GET',
  path: '/api/admin/setting/export',
  summary: '导出平台设置',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({}),
  output: settingsFile,
});

/** Returns the platform settings in force as a file that another installation can import. */
import { SETTINGS_FORMAT, SETTINGS_FORMAT_VERSION } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { getSettingsInForce, type SettingsDependencies } from './platform-settings.ts';

export const exportSettings: UseCase<'exportSettings', SettingsDependencies> = async (dependencies) => ({
  format: SETTINGS_FORMAT,
  version: SETTINGS_FORMAT_VERSION,
  exportedAt: new Date(dependencies.clock.now()).toISOString(),
  settings: (await getSettingsInForce(dependencies)).settings,
});

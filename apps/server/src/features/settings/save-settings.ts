/** Saves the platform settings, or returns to those of the environment. */
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { type SettingsDependencies, saveSettingsAs } from './platform-settings.ts';

export const saveSettings: UseCase<'saveSettings', SettingsDependencies> = async (dependencies, caller, { settings }) => ({
  payload: await saveSettingsAs(dependencies, operatorOf(caller), settings),
  say: settings === undefined ? '已恢复为环境变量中的设置' : '已保存',
});

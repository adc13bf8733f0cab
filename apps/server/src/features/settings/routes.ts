/** Registers the operations of the platform settings. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { exportSettings } from './export-settings.ts';
import { getSettings } from './get-settings.ts';
import { importSettings } from './import-settings.ts';
import type { SettingsDependencies } from './platform-settings.ts';
import { saveSettings } from './save-settings.ts';

export const registerSettingsRoutes = (router: Router, dependencies: SettingsDependencies): void =>
  register(router, dependencies, { getSettings, saveSettings, exportSettings, importSettings });

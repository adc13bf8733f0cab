/** Returns the platform settings in force, and whether they come from the environment. */
import type { UseCase } from '../../platform/http/register.ts';
import { getSettingsInForce, type SettingsDependencies } from './platform-settings.ts';

export const getSettings: UseCase<'getSettings', SettingsDependencies> = (dependencies) => getSettingsInForce(dependencies);

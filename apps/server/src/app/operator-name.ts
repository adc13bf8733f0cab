/** The name of the operator of this installation, as printed documents show it. */
import { createSettingsDependencies, getSettingsInForce } from '../features/settings/platform-settings.ts';
import type { Platform } from './open-platform.ts';

const PRODUCT = '书房';

/** Returns a function that returns the name; without a setting, that of the product. */
export const operatorNameOf = (platform: Pick<Platform, 'db' | 'clock' | 'config'>) => async (): Promise<string> =>
  (await getSettingsInForce(createSettingsDependencies(platform))).settings.operatorName || PRODUCT;

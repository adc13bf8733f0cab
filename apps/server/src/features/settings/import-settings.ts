/** Imports an exported settings file: returns what it changes, and saves it if `apply` is set. Throws `settings.fileInvalid`. */
import {
  CodedError,
  type PlatformSettings,
  platformSettings,
  SETTINGS_FORMAT,
  SETTINGS_FORMAT_VERSION,
  type SettingName,
} from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { getSettingsInForce, type SettingsDependencies, saveSettingsAs } from './platform-settings.ts';

const invalidFile = (reason: string): CodedError => new CodedError('settings.fileInvalid', { reason });

/** Parses a settings file. Throws `settings.fileInvalid` with the reason. */
const readSettingsFile = (text: string): PlatformSettings => {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new CodedError('settings.fileInvalid', { reason: '它不是 JSON' }, { cause: error });
  }
  const { format, version, settings } = (document ?? {}) as Record<string, unknown>;
  if (format !== SETTINGS_FORMAT) throw invalidFile('它不是从“平台设置”导出的文件');
  if (version !== SETTINGS_FORMAT_VERSION) throw invalidFile('它来自另一个版本的书房');
  const parsed = platformSettings.safeParse(settings);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidFile(`${issue?.path.join('.') ?? ''}：${issue?.message ?? ''}`);
};

const shown = (value: PlatformSettings[SettingName]): string => {
  if (!Array.isArray(value)) return String(value);
  return value.map((entry) => (typeof entry === 'string' ? entry : `${entry.topic} ${entry.email}`)).join('\n');
};

export const importSettings: UseCase<'importSettings', SettingsDependencies> = async (dependencies, caller, { text, apply }) => {
  const imported = readSettingsFile(text);
  const { settings } = await getSettingsInForce(dependencies);
  const changes = (Object.keys(imported) as SettingName[])
    .map((name) => ({ name, before: shown(settings[name]), after: shown(imported[name]) }))
    .filter(({ before, after }) => before !== after);
  const isApplied = apply && changes.length > 0;
  if (isApplied) await saveSettingsAs(dependencies, operatorOf(caller), imported);
  return { payload: { changes, isApplied }, say: isApplied ? '已导入' : '' };
};

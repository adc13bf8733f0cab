/** Settings read from files: `NAME_FILE` is the path of a file with the value of `NAME`, as container and service managers provide secrets. */
import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Maximum size of a file: larger than any key or certificate chain; protects against devices and wrong files. */
const BYTES_MAX = 65_536;

/** Returns the text of the file without the final line break. Throws `ConfigError`, which names the setting but never the content. */
const readSettingFile = (name: string, file: string): string => {
  try {
    const { size } = statSync(file);
    // The kind of file is checked before opening, because opening a pipe would block.
    if (!statSync(file).isFile() || size > BYTES_MAX)
      throw new ConfigError(`${name}_FILE 须指向一个不超过 ${BYTES_MAX / 1_024} KiB 的普通文件：${file}`);
    const text = readFileSync(file, 'utf8').replace(/(?:\r?\n)+$/, '');
    if (text.trim() === '') throw new ConfigError(`${name}_FILE 所指的文件是空的：${file}`);
    return text;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = code === 'ENOENT' ? '找不到' : code === 'EACCES' ? '没有权限读取' : `读取失败（${code}）`;
    throw new ConfigError(`${name}_FILE 所指的文件${reason}：${file}`, { cause: error });
  }
};

/** Returns `env` with the values of all `names` that are read from files. Throws `ConfigError` if a setting is given both ways. */
export const readSettingFiles = (
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string | undefined> => {
  const settings = { ...env };
  for (const name of names) {
    const file = env[`${name}_FILE`]?.trim();
    if (file === undefined || file === '') continue;
    if (env[name] !== undefined && env[name] !== '') throw new ConfigError(`${name} 与 ${name}_FILE 只能设置一个`);
    settings[name] = readSettingFile(name, file);
  }
  return settings;
};

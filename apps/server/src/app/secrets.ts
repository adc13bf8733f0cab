/** The server's secret key: from the setting, or generated once and stored in the data folder (demo only; production must set it). */
import { hkdfSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, makeSecret } from '../platform/config.ts';
import { ConfigError } from '../platform/config-error.ts';
import { decodeSecret, SECRET_BYTES_MIN } from '../platform/safe-settings.ts';

const decode = (text: string, source: string): Uint8Array => {
  const bytes = decodeSecret(text);
  if (bytes === undefined) throw new ConfigError(`${source} 须为至少 ${SECRET_BYTES_MIN} 字节随机数的 base64`);
  return bytes;
};

const fileOf = (config: Pick<Config, 'dataDir'>): string => path.join(config.dataDir, 'secrets', 'server-key');

/** Returns the existing secret, or `undefined` if the first start will generate one. Throws `ConfigError`. */
export const readSecret = async (config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Uint8Array | undefined> => {
  if (config.secretKey !== undefined) return decode(config.secretKey, 'SECRET_KEY');
  try {
    return decode(await readFile(fileOf(config), 'utf8'), `密钥文件 ${fileOf(config)}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

export const loadSecret = async (config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Uint8Array> => {
  const found = await readSecret(config);
  if (found !== undefined) return found;
  const file = fileOf(config);
  // The database's user must be able to enter the data folder; only the folder of secrets is private.
  await mkdir(config.dataDir, { recursive: true });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // With `wx`, one of two processes that start at the same time creates the key, and the other reads it.
  await writeFile(file, makeSecret(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return decode(await readFile(file, 'utf8'), `密钥文件 ${file}`);
};

/** Derives a separate key for each purpose, so that a token signed for one purpose is invalid for another. */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, 'shufang', purpose, 32));

/** The server's secret: from the setting, or made once and kept in the data folder (demo only; production must name it). */
import { hkdfSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, makeSecret } from '../platform/config.ts';
import { ConfigError } from '../platform/config-error.ts';

const MIN_BYTES = 32;

const decode = (text: string): Uint8Array => {
  const bytes = new Uint8Array(Buffer.from(text.trim(), 'base64'));
  if (bytes.length < MIN_BYTES) throw new ConfigError(`SECRET_KEY 须为至少 ${MIN_BYTES} 字节随机数的 base64`);
  return bytes;
};

export const loadSecret = async (config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Uint8Array> => {
  if (config.secretKey !== undefined) return decode(config.secretKey);
  const file = path.join(config.dataDir, 'secrets', 'server-key');
  try {
    return decode(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  // The data folder itself stays open to the database's user; only the secrets are closed.
  await mkdir(config.dataDir, { recursive: true });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // `wx`: of two processes that start together one makes the key, the other reads it.
  await writeFile(file, makeSecret(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return decode(await readFile(file, 'utf8'));
};

/** A key of its own for each purpose, so that no proof of one kind can stand for another. */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, 'shufang', purpose, 32));

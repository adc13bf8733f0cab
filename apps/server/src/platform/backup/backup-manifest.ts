/** The manifest `backup.json` of a backup, the paths of its parts, and its errors with messages for the operator. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ObjectStorageUnavailableError } from '../../gateways/object-storage/object-storage.ts';

export const FORMAT_VERSION = 1;
const MANIFEST_FILE = 'backup.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Table names become file names, so characters with a meaning in paths are not allowed. */
const tableName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/);
const count = z.number().int().min(0);

const manifestSchema = z.object({
  formatVersion: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  appVersion: z.string(),
  /** Migrations applied to the database of the backup, in order. */
  migrations: z.array(z.object({ name: fileName, sha256 })),
  /** Tables of the backup; `sha256` is the hash of the rows as JSON lines, not of the compressed file. */
  tables: z.array(z.object({ name: tableName, rows: count, sha256 })),
  sequences: z.array(z.object({ name: tableName, lastValue: z.string().regex(/^-?\d+$/) })),
  objects: z.array(z.object({ sha256, bytes: count })),
  /** Objects that the database refers to but that were missing from the object store when the backup was made. */
  missingObjects: z.array(sha256),
  secrets: z.array(z.object({ name: fileName, sha256 })),
});
export type BackupManifest = z.output<typeof manifestSchema>;

/** An error of a backup or a restore, with a Chinese message for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export const manifestFileOf = (folder: string): string => path.join(folder, MANIFEST_FILE);
export const tableFileOf = (folder: string, table: string): string => path.join(folder, 'tables', `${table}.jsonl.gz`);
export const objectFileOf = (folder: string, hash: string): string => path.join(folder, 'objects', hash.slice(0, 2), hash.slice(2));
export const secretFileOf = (folder: string, name: string): string => path.join(folder, 'secrets', name);

export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Reads and validates `backup.json`. Throws `BackupError` if the folder is no backup or has another format. */
export const readManifest = async (folder: string): Promise<BackupManifest> => {
  let text: string;
  try {
    text = (await readFile(manifestFileOf(folder))).toString();
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR') {
      throw new BackupError(`这里没有完整的备份（缺少 ${MANIFEST_FILE}）：${folder}`, { cause: error });
    }
    throw explainFileError(error, folder);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new BackupError(`备份清单已损坏，无法读取：${manifestFileOf(folder)}`, { cause: error });
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const version = typeof json === 'object' && json !== null && 'formatVersion' in json ? json.formatVersion : undefined;
  if (typeof version === 'number' && version !== FORMAT_VERSION) {
    throw new BackupError(`备份的格式版本是 ${version}，本程序只能读取版本 ${FORMAT_VERSION}，请使用相应版本的程序`);
  }
  throw new BackupError(`备份清单的内容不正确：${z.prettifyError(parsed.error).split('\n').slice(0, 2).join(' ')}`);
};

const diskFull = (folder: string): string => `磁盘空间不足：${folder}。请清理磁盘或换一个位置，未完成的文件已删除`;
const closed = (folder: string): string => `没有权限读写：${folder}。请检查文件夹的权限，或换一个位置`;
const fileErrorMessages: ReadonlyMap<string | undefined, (folder: string) => string> = new Map([
  ['ENOSPC', diskFull],
  ['EDQUOT', diskFull],
  ['EACCES', closed],
  ['EPERM', closed],
  ['EROFS', (folder: string) => `磁盘是只读的：${folder}。请换一个位置`],
  ['ENOTDIR', (folder: string) => `路径中有一段不是文件夹：${folder}`],
]);

/** Returns a `BackupError` for a full disk, a folder without access or an unreachable store; any other error unchanged. */
export const explainFileError = (error: unknown, folder: string): unknown => {
  if (error instanceof ObjectStorageUnavailableError) {
    return new BackupError('文件存储没有应答，没有完成。请检查 S3 的地址与密钥（doctor），然后再试', { cause: error });
  }
  const sentence = fileErrorMessages.get(systemCodeOf(error));
  return sentence === undefined ? error : new BackupError(sentence(folder), { cause: error });
};

/** Tests the validation of `backup.json`, the paths of the parts of a backup, and the messages of its errors. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectStorageUnavailableError } from '../../gateways/object-storage/object-storage.ts';
import {
  BackupError,
  explainFileError,
  manifestFileOf,
  objectFileOf,
  readManifest,
  secretFileOf,
  systemCodeOf,
  tableFileOf,
} from './backup-manifest.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'shufang-manifest-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

const HASH = 'a1'.repeat(32);
const manifest = {
  formatVersion: 1,
  createdAt: '2026-11-21T12:15:00.000Z',
  appVersion: '1.0.0',
  migrations: [{ name: '0001-a.sql', sha256: HASH }],
  tables: [{ name: 'book', rows: 0, sha256: HASH }],
  sequences: [{ name: 'book_id_seq', lastValue: '-12' }],
  objects: [{ sha256: HASH, bytes: 0 }],
  missingObjects: [HASH],
  secrets: [{ name: 'server-key', sha256: HASH }],
};
const read = async (content: object | string) => {
  await writeFile(manifestFileOf(base), typeof content === 'string' ? content : JSON.stringify(content));
  return readManifest(base);
};
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof BackupError ? error.message : `another error: ${String(error)}`),
  );

it('the parts of a backup are in separate folders', () => {
  expect([manifestFileOf('b'), tableFileOf('b', 'book'), objectFileOf('b', HASH), secretFileOf('b', 'key')]).toEqual([
    path.join('b', 'backup.json'),
    path.join('b', 'tables', 'book.jsonl.gz'),
    path.join('b', 'objects', 'a1', 'a1'.repeat(31)),
    path.join('b', 'secrets', 'key'),
  ]);
});

describe('a manifest', () => {
  it('is read as it was written', async () => {
    expect(await read(manifest)).toEqual(manifest);
  });

  const wrong: [string, object][] = [
    ['createdAt', { createdAt: 'yesterday' }],
    ['appVersion', { appVersion: 1 }],
    ...['', '../a', '.a', 'a/b', 'a b', `a${'b'.repeat(101)}`].flatMap((name): [string, object][] => [
      ['name', { secrets: [{ name, sha256: HASH }] }],
      ['name', { migrations: [{ name, sha256: HASH }] }],
    ]),
    ...['', 'A', '1a', 'a-b', 'a.b', `a${'b'.repeat(63)}`].flatMap((name): [string, object][] => [
      ['name', { tables: [{ name, rows: 1, sha256: HASH }] }],
      ['name', { sequences: [{ name, lastValue: '1' }] }],
    ]),
    ...['', HASH.slice(1), `${HASH}0`, HASH.toUpperCase()].flatMap((sha256): [string, object][] => [
      ['sha256', { tables: [{ name: 'book', rows: 1, sha256 }] }],
      ['sha256', { objects: [{ sha256, bytes: 1 }] }],
      ['sha256', { secrets: [{ name: 'key', sha256 }] }],
      ['sha256', { migrations: [{ name: 'a', sha256 }] }],
      ['missingObjects', { missingObjects: [sha256] }],
    ]),
    ...[-1, 0.5, '1'].flatMap((count): [string, object][] => [
      ['rows', { tables: [{ name: 'book', rows: count, sha256: HASH }] }],
      ['bytes', { objects: [{ sha256: HASH, bytes: count }] }],
    ]),
    ...['', '1.5', 'x1', '1x', '--1'].map((lastValue): [string, object] => ['lastValue', { sequences: [{ name: 'a', lastValue }] }]),
  ];
  it.each(wrong)('with an invalid %s is rejected: %j', async (_, change) => {
    expect(await messageOf(read({ ...manifest, ...change }))).toMatch(/^备份清单的内容不正确：\S.* \S/);
  });

  it.each(Object.keys(manifest))('without %s is rejected', async (name) => {
    expect(await messageOf(read({ ...manifest, [name]: undefined }))).toMatch(/^备份清单的内容不正确：/);
  });

  it('may contain names of the maximum length', async () => {
    const change = {
      secrets: [{ name: `A${'.'.repeat(100)}`, sha256: HASH }],
      tables: [{ name: `_${'9'.repeat(62)}`, rows: 1, sha256: HASH }],
    };
    expect(await read({ ...manifest, ...change })).toMatchObject(change);
  });

  it('of another format is rejected with both versions; an invalid one is rejected with the reason', async () => {
    expect(await messageOf(read({ ...manifest, formatVersion: 2 }))).toBe('备份的格式版本是 2，本程序只能读取版本 1，请使用相应版本的程序');
    for (const content of [{ ...manifest, formatVersion: '2' }, 'null', '7', '{}'])
      expect(await messageOf(read(content))).toMatch(/^备份清单的内容不正确：/);
    expect(await messageOf(read({ formatVersion: 1 }))).toMatch(/^备份清单的内容不正确：/);
  });

  it('that is missing, no JSON, or in a missing folder is rejected with the reason', async () => {
    expect(await messageOf(read('{'))).toBe(`备份清单已损坏，无法读取：${manifestFileOf(base)}`);
    const none = path.join(base, 'nowhere');
    expect(await messageOf(readManifest(none))).toBe(`这里没有完整的备份（缺少 backup.json）：${none}`);
    const file = path.join(base, 'file');
    await writeFile(file, '');
    expect(await messageOf(readManifest(file))).toBe(`这里没有完整的备份（缺少 backup.json）：${file}`);
    const folder = path.join(base, 'folder');
    await mkdir(manifestFileOf(folder), { recursive: true });
    await expect(readManifest(folder)).rejects.toThrow('EISDIR');
    for (const work of [() => read('{'), () => readManifest(none)]) {
      const error: unknown = await work().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'BackupError', cause: expect.any(Error) });
    }
  });
});

describe('an error', () => {
  const errorWithCode = (code: unknown): Error => Object.assign(new Error('x'), { code });

  it.each([
    ['ENOSPC', '磁盘空间不足：/b。请清理磁盘或换一个位置，未完成的文件已删除'],
    ['EDQUOT', '磁盘空间不足：/b。请清理磁盘或换一个位置，未完成的文件已删除'],
    ['EACCES', '没有权限读写：/b。请检查文件夹的权限，或换一个位置'],
    ['EPERM', '没有权限读写：/b。请检查文件夹的权限，或换一个位置'],
    ['EROFS', '磁盘是只读的：/b。请换一个位置'],
    ['ENOTDIR', '路径中有一段不是文件夹：/b'],
  ])('%s has the message: %s', (code, message) => {
    const error = errorWithCode(code);
    expect(explainFileError(error, '/b')).toMatchObject({ name: 'BackupError', message, cause: error });
  });

  it('of the object store has a message about the store', () => {
    const error = new ObjectStorageUnavailableError('away');
    expect(explainFileError(error, '/b')).toMatchObject({
      name: 'BackupError',
      message: '文件存储没有应答，没有完成。请检查 S3 的地址与密钥（doctor），然后再试',
      cause: error,
    });
  });

  it('of any other kind is passed through', () => {
    for (const error of [errorWithCode('EIO'), errorWithCode(7), new Error('x'), 'text', undefined])
      expect(explainFileError(error, '/b')).toBe(error);
    expect([
      systemCodeOf(errorWithCode('EIO')),
      systemCodeOf(errorWithCode(7)),
      systemCodeOf(new Error('x')),
      systemCodeOf({ code: 'EIO' }),
    ]).toEqual(['EIO', undefined, undefined, undefined]);
  });
});

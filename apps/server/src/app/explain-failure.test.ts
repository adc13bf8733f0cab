import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { ObjectStorageUnavailableError } from '../gateways/object-storage/object-storage.ts';
import { ConfigError } from '../platform/config-error.ts';
import { openDatabase } from '../platform/database.ts';
import { createTestDatabase } from '../platform/testing/test-database.ts';
import { UsageError } from './cli/command.ts';
import { explainFailure } from './explain-failure.ts';

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a database that cannot be opened is explained by the setting', () => {
  test('no server listens', async () => {
    const error = await failureOf(openDatabase('postgresql://localhost:1/x'));
    expect(explainFailure(error)).toMatch(/^连接不上数据库：.*DATABASE_URL/);
  });

  test('no such host', async () => {
    const error = await failureOf(openDatabase('postgresql://database.invalid/x'));
    expect(explainFailure(error)).toMatch(/^找不到数据库所在的主机：.*DATABASE_URL/);
  });

  test('no such database', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    expect(explainFailure(await failureOf(openDatabase(url.href)))).toMatch(/没有这个库/);
    await database.drop();
  });

  test.each([
    ['28P01', /用户名或密码不对/],
    ['28000', /不允许该用户/],
    ['57P03', /正在启动/],
  ])('%s', (code, sentence) => {
    const error = new Error('outer', { cause: Object.assign(new pg.DatabaseError('english', 7, 'error'), { code }) });
    expect(explainFailure(error)).toMatch(sentence);
    expect(explainFailure(error)).not.toContain('english');
  });
});

test('a port in use is named', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => first.once('listening', resolve));
  const { port } = first.address() as AddressInfo;
  const second = createServer();
  const error = new Promise((resolve) => second.once('error', resolve));
  second.listen(port, '127.0.0.1');
  expect(explainFailure(await error)).toContain(`端口 ${port} 已被占用`);
  first.close();
});

test('a path that is missing or is a folder is named', async () => {
  const missing = path.join(os.tmpdir(), 'no-such-file.epub');
  expect(explainFailure(await failureOf(readFile(missing)))).toBe(`找不到文件 ${missing}`);
  expect(explainFailure(await failureOf(readFile(os.tmpdir())))).toMatch(/是一个文件夹，这里需要文件$/);
  expect(explainFailure(Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/a' }))).toBe('没有权限读取或写入 /a');
});

test('an unreachable object store is explained by its settings', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(explainFailure(new ObjectStorageUnavailableError('english', { cause }))).toBe(
    '对象存储不可用（ECONNREFUSED）：请检查 S3_ENDPOINT、S3_BUCKET 和密钥，以及存储服务是否已启动',
  );
});

test('an object store that denies access is explained by the region and the bucket style too', () => {
  const cause = Object.assign(new Error('403'), { name: 'Forbidden', $metadata: { httpStatusCode: 403 } });
  expect(explainFailure(new ObjectStorageUnavailableError('english', { cause }))).toMatch(/Forbidden.*S3_REGION.*S3_PATH_STYLE=0/);
});

test('our own messages are unchanged, and an unexpected error retains its stack', () => {
  expect(explainFailure(new ConfigError('设置有误'))).toBe('设置有误');
  expect(explainFailure(new UsageError('缺少参数'))).toBe('缺少参数');
  expect(explainFailure(new CodedError('catalog.bookNotFound'))).toMatch(/[\u4e00-\u9fff]/);
  expect(explainFailure(new TypeError('x is not a function'))).toContain('explain-failure.test.ts');
});

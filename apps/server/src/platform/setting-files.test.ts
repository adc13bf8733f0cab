/** Tests settings in files: what is read, and what is rejected without showing the content. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSecret, readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'shufang-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileWith = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
};

const refusalOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

const S3 = { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'books' };

describe('a setting in a file', () => {
  it('has the same effect as one in the environment, without the line break at the end', () => {
    const key = makeSecret();
    const config = readConfig({
      ...S3,
      SECRET_KEY_FILE: fileWith('key', `${key}\n`),
      DATABASE_URL_FILE: fileWith('database', 'postgres://shufang:geheim@localhost/shufang\r\n'),
      REDIS_URL_FILE: fileWith('redis', 'redis://:geheim@localhost:6379/0'),
      METRICS_TOKEN_FILE: fileWith('metrics', 'a token of its own\n'),
      S3_ACCESS_KEY_ID_FILE: fileWith('s3-id', 'id\n'),
      S3_SECRET_ACCESS_KEY_FILE: fileWith('s3-secret', 'a/secret+key=\n'),
    });
    expect(config).toMatchObject({
      secretKey: key,
      databaseUrl: 'postgres://shufang:geheim@localhost/shufang',
      redisUrl: 'redis://:geheim@localhost:6379/0',
      metricsToken: 'a token of its own',
      s3: { accessKeyId: 'id', secretAccessKey: 'a/secret+key=' },
    });
  });

  it('may be any setting, and is also used in production', () => {
    expect(readConfig({ LOG_LEVEL_FILE: fileWith('level', 'error\n') }).logLevel).toBe('error');
    expect(refusalOf({ MODE_FILE: fileWith('mode', 'production') })).toMatch(/生产模式拒绝启动/);
  });

  it('is validated as one of the environment is, and its text is not shown', () => {
    const refusal = refusalOf({ SECRET_KEY_FILE: fileWith('short', 'c2hvcnQ=') });
    expect(refusal).toMatch(/SECRET_KEY 须为/);
    expect(refusal).not.toContain('c2hvcnQ=');
  });

  it('is ignored if the file name is empty', () => {
    expect(readConfig({ METRICS_TOKEN_FILE: ' ', METRICS_TOKEN: 'token' }).metricsToken).toBe('token');
  });
});

describe('a setting in a file is rejected by name', () => {
  it('if the environment has the same setting', () => {
    expect(refusalOf({ METRICS_TOKEN: 'one', METRICS_TOKEN_FILE: fileWith('two', 'two') })).toBe(
      'METRICS_TOKEN 与 METRICS_TOKEN_FILE 只能设置一个',
    );
  });

  it('if the file is missing, empty, a folder, a device or too large', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      [path.join(folder, 'nowhere'), /^METRICS_TOKEN_FILE 所指的文件找不到/],
      [fileWith('empty', '\n'), /^METRICS_TOKEN_FILE 所指的文件是空的/],
      [folder, /^METRICS_TOKEN_FILE 须指向一个/],
      ['/dev/zero', /^METRICS_TOKEN_FILE 须指向一个/],
      [fileWith('large', 'x'.repeat(70_000)), /^METRICS_TOKEN_FILE 须指向一个/],
    ];
    for (const [file, sentence] of cases) expect(refusalOf({ METRICS_TOKEN_FILE: file })).toMatch(sentence);
  });
});

/** Tests what `doctor` reports for working and for broken installations. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATION_TABLE_SQL } from '../../platform/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { resolveFile } from './command.ts';
import { doctor } from './doctor.ts';
import { checkContentPort, checkNode, checkPort, type Finding } from './doctor-checks.ts';

let base: string;
let database: TestDatabase;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'shufang-doctor-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(base, { recursive: true, force: true });
});

const listen = async (body: string, headers: Record<string, string> = {}): Promise<{ port: number; close: () => void }> => {
  const server = http.createServer((_, response) => response.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

const examine = async (
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<{ ok: boolean; byName: Map<string, Finding>; lines: string[] }> => {
  const lines: string[] = [];
  const result = await doctor.prepareBare(args)(
    { DATA_DIR: path.join(base, 'data'), PORT: '0', DATABASE_URL: database.url, ...env },
    (line) => lines.push(line),
  );
  return { ok: result.ok, byName: new Map((result.data as Finding[]).map((finding) => [finding.name, finding])), lines };
};

it('reports that the database, its schema, the clock and the object store are in order', async () => {
  const { byName, lines } = await examine({});
  const inOrder = ['Node.js', '设置', '数据文件夹', '文件存储', '数据库', '数据结构', '时钟', '图书文件', 'Redis', '端口'];
  expect(inOrder.filter((name) => byName.get(name)?.ok !== true)).toEqual([]);
  expect(lines.find((line) => line.includes('数据结构'))).toMatch(/^✓ 数据结构：已是最新（\d{4}-.*\.sql）$/);
});

it('reports a missing book file and an unreachable database, with what to do', async () => {
  const hash = 'ab'.repeat(32);
  await database.db.pool.query("insert into book (id, title, cover_sha256, created_at, updated_at) values ('b', '书', $1, 0, 0)", [hash]);
  const gone = await examine({}, ['--all']);
  expect(gone.ok).toBe(false);
  expect(gone.byName.get('图书文件')).toMatchObject({ ok: false, text: expect.stringContaining(hash) as string });
  expect(gone.lines.at(-1)).toMatch(/^有 \d 项需要处理$/);
  const away = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(away.byName.get('数据库')).toMatchObject({ ok: false, advice: expect.stringContaining('DATABASE_URL') as string });
});

it('reports an unusable folder, an invalid setting and an unreachable Redis', async () => {
  await writeFile(path.join(base, 'file'), '');
  const { byName } = await examine({ DATA_DIR: path.join(base, 'file', 'data'), REDIS_URL: 'redis://127.0.0.1:1' });
  const faulty = ['数据文件夹', '文件存储', 'Redis'];
  expect(faulty.filter((name) => byName.get(name)?.ok !== false)).toEqual([]);
  expect((await examine({ PORT: 'eighty' })).byName.get('设置')).toMatchObject({
    ok: false,
    text: expect.stringContaining('PORT') as string,
  });
});

it('distinguishes our server on the port from another program', async () => {
  const ours = await listen('{"status":"ok"}');
  const otherServer = await listen('hello');
  expect(await checkPort({ host: '127.0.0.1', port: ours.port })).toMatchObject({
    ok: true,
    text: expect.stringContaining('运行正常') as string,
  });
  expect(await checkPort({ host: '127.0.0.1', port: otherServer.port })).toMatchObject({ ok: false });
  ours.close();
  otherServer.close();
});

it('reports what prevents a start: a demo open to the network or the internet, and a damaged key', async () => {
  const open = await examine({ HOST: '0.0.0.0' });
  expect(open.byName.get('开放范围')).toMatchObject({
    ok: true,
    isWarning: true,
    advice: expect.stringMatching(/密码是公开的[\s\S]*MODE=production/) as string,
  });
  expect(open.lines.filter((line) => line.startsWith('! 开放范围'))).toHaveLength(1);
  expect((await examine({})).byName.has('开放范围')).toBe(false);
  const refused: [NodeJS.ProcessEnv, string][] = [
    [{ PUBLIC_URL: 'https://books.example.com' }, '演示模式拒绝启动'],
    [{ NODE_ENV: 'production' }, '没有设置 MODE'],
    [{ MODE: 'production' }, '生产模式拒绝启动'],
    [{ SECRET_KEY: 'c2hvcnQ=' }, 'SECRET_KEY'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES'],
  ];
  for (const [env, text] of refused) {
    const { ok, byName } = await examine(env);
    expect([ok, byName.get('设置')?.text]).toEqual([false, expect.stringContaining(text)]);
  }
  const damaged = path.join(base, 'damaged');
  await mkdir(path.join(damaged, 'secrets'), { recursive: true });
  await writeFile(path.join(damaged, 'secrets', 'server-key'), 'AAAA');
  expect((await examine({ DATA_DIR: damaged })).byName.get('密钥')).toMatchObject({
    ok: false,
    text: expect.stringContaining('server-key') as string,
  });
});

it('reports a database of a version before the baseline, with what to do', async () => {
  const old = await createEmptyDatabase();
  await old.db.pool.query(MIGRATION_TABLE_SQL);
  await old.db.pool.query("insert into schema_migration (name, sha256) values ('0001-accounts.sql', '')");
  expect((await examine({ DATABASE_URL: old.url })).byName.get('数据结构')).toMatchObject({
    ok: false,
    text: '这个数据库由旧版本建立，本版本不能升级它',
    advice: expect.stringMatching(/备份或导出.*DATA_DIR.*DATABASE_URL/) as string,
  });
  await old.drop();
});

it('reports that a database cannot be created where the start would create it', async () => {
  const dataDir = path.join(base, 'closed');
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'postgres'), '');
  expect((await examine({ DATA_DIR: dataDir, DATABASE_URL: '' })).byName.get('数据库')).toMatchObject({ ok: false });
});

it('reports that another program uses the port of book content', async () => {
  const otherServer = await listen('hello');
  const ports = { host: '127.0.0.1', contentPort: otherServer.port };
  expect(await checkContentPort(ports)).toMatchObject({ ok: false, advice: expect.stringContaining('CONTENT_URL') as string });
  otherServer.close();
  const ours = await listen('', { 'x-request-id': randomUUID() });
  expect(await checkContentPort({ ...ports, contentPort: ours.port })).toMatchObject({ ok: true });
  ours.close();
  expect(await checkContentPort({ ...ports, contentPort: undefined })).toBeUndefined();
});

it('requires Node.js 24 or newer', () => {
  expect(checkNode('v22.9.0').ok).toBe(false);
  expect(checkNode('v24.0.0').ok).toBe(true);
});

it('resolves file names against the folder of the caller, also through npm', () => {
  expect(resolveFile('书.epub', { INIT_CWD: '/home/reader' })).toBe('/home/reader/书.epub');
  expect(resolveFile('/tmp/书.epub', { INIT_CWD: '/home/reader' })).toBe('/tmp/书.epub');
  expect(resolveFile('书.epub', {})).toBe(path.join(process.cwd(), '书.epub'));
});

/** What the doctor says of a place that is well and of places that are not. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { resolveFile } from './command.ts';
import { doctor } from './doctor.ts';
import { checkNode, checkPort, type Finding } from './doctor-checks.ts';

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

const listen = async (answer: string): Promise<{ port: number; close: () => void }> => {
  const server = http.createServer((_, response) => response.end(answer));
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

it('finds the database, its schema, the clock and the store in order', async () => {
  const { byName, lines } = await examine({});
  const inOrder = ['Node.js', '设置', '数据文件夹', '文件存储', '数据库', '数据结构', '时钟', '图书文件', 'Redis', '端口'];
  expect(inOrder.filter((name) => byName.get(name)?.ok !== true)).toEqual([]);
  expect(lines.find((line) => line.includes('数据结构'))).toMatch(/^✓ 数据结构：已是最新（\d{4}-.*\.sql）$/);
});

it('names a book file that is gone, a database that does not answer, and what to do', async () => {
  const hash = 'ab'.repeat(32);
  await database.db.pool.query("insert into book (id, title, cover_sha256, created_at, updated_at) values ('b', '书', $1, 0, 0)", [hash]);
  const gone = await examine({}, ['--all']);
  expect(gone.ok).toBe(false);
  expect(gone.byName.get('图书文件')).toMatchObject({ ok: false, text: expect.stringContaining(hash) as string });
  expect(gone.lines.at(-1)).toMatch(/^有 \d 项需要处理$/);
  const away = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(away.byName.get('数据库')).toMatchObject({ ok: false, advice: expect.stringContaining('DATABASE_URL') as string });
});

it('says that a folder cannot be used, that a setting is wrong, that Redis is away', async () => {
  await writeFile(path.join(base, 'file'), '');
  const { byName } = await examine({ DATA_DIR: path.join(base, 'file', 'data'), REDIS_URL: 'redis://127.0.0.1:1' });
  const faulty = ['数据文件夹', '文件存储', 'Redis'];
  expect(faulty.filter((name) => byName.get(name)?.ok !== false)).toEqual([]);
  expect((await examine({ PORT: 'eighty' })).byName.get('设置')).toMatchObject({
    ok: false,
    text: expect.stringContaining('PORT') as string,
  });
});

it('tells our server on the port from a stranger', async () => {
  const ours = await listen('{"status":"ok"}');
  const stranger = await listen('hello');
  expect(await checkPort({ host: '127.0.0.1', port: ours.port })).toMatchObject({
    ok: true,
    text: expect.stringContaining('运行正常') as string,
  });
  expect(await checkPort({ host: '127.0.0.1', port: stranger.port })).toMatchObject({ ok: false });
  ours.close();
  stranger.close();
});

it('wants a Node.js of 24 or newer', () => {
  expect(checkNode('v22.9.0').ok).toBe(false);
  expect(checkNode('v24.0.0').ok).toBe(true);
});

it('looks for files where the person typed their names, also through npm', () => {
  expect(resolveFile('书.epub', { INIT_CWD: '/home/reader' })).toBe('/home/reader/书.epub');
  expect(resolveFile('/tmp/书.epub', { INIT_CWD: '/home/reader' })).toBe('/tmp/书.epub');
  expect(resolveFile('书.epub', {})).toBe(path.join(process.cwd(), '书.epub'));
});

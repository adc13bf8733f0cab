/** Installs the client that was built last for tests. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EXECUTABLE } from '../packaging/install-runtime.ts';

const PROGRAM = path.resolve(import.meta.dirname, '..', '..', 'dist', 'main.cjs');

/**
 * Returns a new folder with the runtime (as hard links, so that it needs no space) and a program that loads `dist/main.cjs`. The caller
 * deletes its parent. Under its own name `electron`, the runtime would not run the program.
 */
export const installClient = async (runtime: string): Promise<string> => {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'shufang-desktop-client-'));
  const folder = path.join(parent, 'client');
  await promisify(execFile)('cp', ['-al', path.dirname(runtime), folder]).catch(async () => {
    // The folder of temporary files can be on another file system. `cp` has created its folders nevertheless.
    await rm(folder, { recursive: true, force: true });
    await promisify(execFile)('cp', ['-a', path.dirname(runtime), folder]);
  });
  if (path.basename(runtime) !== EXECUTABLE) await rename(path.join(folder, path.basename(runtime)), path.join(folder, EXECUTABLE));
  const program = path.join(folder, 'resources', 'app');
  await mkdir(program, { recursive: true });
  await writeFile(path.join(program, 'package.json'), JSON.stringify({ name: 'shufang', main: 'main.cjs' }));
  await writeFile(path.join(program, 'main.cjs'), `require(${JSON.stringify(PROGRAM)});`);
  return folder;
};

/** The exchange of a version, with the process killed before each change of a file: one complete version can be loaded each time. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseProgram, confirmStart, giveUp } from './choose-program.ts';
import { makeOffer, makePackager } from './testing/update-server.ts';
import { openUpdateFiles, type UpdateFiles } from './update-state.ts';

const BUNDLE = Buffer.from('the program of version 1.0.1');
const BUILT_IN = { folder: 'built-in', version: '1.0.0' };
const packager = makePackager();
const signedOf = (version: string, file: Buffer): string => JSON.stringify(makeOffer(packager, version, file));
const program = path.join(import.meta.dirname, 'testing', 'swap-and-die.ts');

let parent: string;
let folder: string;
let files: UpdateFiles;
beforeAll(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'shufang-swap-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(parent, 'update-'));
  files = openUpdateFiles(folder);
});

const choose = () => chooseProgram(files, BUILT_IN, [packager.publicKey]);
const put = async (version: string, file = Buffer.from(version)): Promise<void> => {
  const downloaded = path.join(folder, 'download');
  await writeFile(downloaded, file);
  files.put(version, downloaded, signedOf(version, file));
};

/** Exchanges the version in another process. Returns the number of changes; undefined if it was killed before the change `dieAt`. */
const swap = async (dieAt: number): Promise<number | undefined> => {
  const downloaded = path.join(folder, 'download');
  await writeFile(downloaded, BUNDLE);
  const values = [folder, String(dieAt), downloaded, signedOf('1.0.1', BUNDLE), packager.publicKey];
  return promisify(execFile)(process.execPath, [program, ...values]).then(
    ({ stdout }) => Number(stdout),
    () => undefined,
  );
};

describe('the exchange of a version', () => {
  it('leaves one complete version if the process is killed before any change of a file', { timeout: 120_000 }, async () => {
    const changes = (await swap(0)) ?? 0;
    expect(changes).toBeGreaterThanOrEqual(20);
    const versions = new Set<string>();
    for (let dieAt = 1; dieAt <= changes; dieAt += 1) {
      await rm(folder, { recursive: true });
      files = openUpdateFiles(folder);
      expect(await swap(dieAt), `change ${dieAt}`).toBeUndefined();
      const chosen = choose();
      versions.add(chosen.version);
      const loaded = chosen.folder === 'built-in' ? 'built-in' : await readFile(chosen.folder, 'utf8');
      expect([chosen.version, loaded], `change ${dieAt}`).toEqual(
        chosen.version === '1.0.0' ? ['1.0.0', 'built-in'] : ['1.0.1', BUNDLE.toString()],
      );
      expect(files.read().failed).toEqual([]);
    }
    expect([...versions].toSorted()).toEqual(['1.0.0', '1.0.1']);
  });

  it('gives a version a second start, but no third, if it never confirms', async () => {
    await put('1.0.1');
    expect(choose()).toMatchObject({ version: '1.0.1', isTrial: true });
    expect(choose()).toMatchObject({ version: '1.0.1', isTrial: true });
    expect(choose()).toMatchObject({ version: '1.0.0', isTrial: false });
    expect(files.read()).toMatchObject({ failed: ['1.0.1'], history: [{ version: '1.0.1', outcome: 'rolledBack' }] });
  });

  it('returns to the version before the one that failed, and deletes the files of that one', async () => {
    await put('1.0.1');
    choose();
    confirmStart(files, '1.0.1');
    await put('1.0.2');
    expect(choose()).toMatchObject({ version: '1.0.2' });
    giveUp(files, '1.0.2', 'it threw');
    files.sweep();
    expect(choose()).toMatchObject({ version: '1.0.1', isTrial: false });
    await expect(readFile(files.bundleOf('1.0.2'))).rejects.toThrow('ENOENT');
    expect(files.read().log.at(-1)).toContain('it threw');
  });

  it('returns to the previous bundle if the confirmed one was damaged, and lets that one be downloaded again', async () => {
    for (const version of ['1.0.1', '1.0.2']) {
      await put(version);
      choose();
      confirmStart(files, version);
    }
    await writeFile(files.bundleOf('1.0.2'), '1.0.x');
    expect(choose()).toMatchObject({ version: '1.0.1' });
    expect(files.read()).toMatchObject({ active: '1.0.1', failed: [] });
  });

  it('loads the built-in program if an installer has brought a newer one', async () => {
    await put('1.0.1');
    choose();
    confirmStart(files, '1.0.1');
    expect(chooseProgram(files, { folder: 'built-in', version: '1.1.0' }, [packager.publicKey])).toMatchObject({ version: '1.1.0' });
  });

  it('does not load a bundle of another packager', async () => {
    await put('1.0.1');
    expect(chooseProgram(files, BUILT_IN, [makePackager().publicKey])).toMatchObject({ version: '1.0.0' });
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isTrialBuild } from './trial-build.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-trial-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const member = (name: string, data: Buffer): Buffer => {
  const header = `${name.padEnd(16)}${'0'.padEnd(32)}${String(data.length).padEnd(10)}\`\n`;
  return Buffer.concat([Buffer.from(header), data, Buffer.alloc(data.length % 2, '\n')]);
};
const deb = (description: string): Buffer =>
  Buffer.concat([
    Buffer.from('!<arch>\n'),
    member('debian-binary', Buffer.from('2.0\n')),
    member('control.tar.gz', gzipSync(`Package: shufang\nDescription: ${description}\n`)),
    member('data.tar.gz', Buffer.alloc(300_001, 7)),
  ]);
/** A compressed archive of which only the beginning is read. */
const archive = (name: string): Buffer =>
  gzipSync(Buffer.concat([Buffer.from(name), Buffer.from(Array.from({ length: 900_000 }, (_, at) => (at * at * 31) % 251))]), { level: 1 });

it.each([
  ['a package with the runtime of the tests', deb('书房（测试用）'), true],
  ['a package of a release', deb('书房'), false],
  ['an archive with the runtime of the tests', archive('shufang-1.2.3-linux-x64-测试用/shufang'), true],
  ['an archive of a release', archive('shufang-1.2.3-linux-x64/shufang'), false],
  ['an installer of Windows', Buffer.from('MZ and its program'), false],
  ['a package that was cut off', deb('书房（测试用）').subarray(0, 70), false],
  ['a package with a wrong length', Buffer.from(`!<arch>\n${'debian-binary'.padEnd(48)}${'minus one'.padEnd(10)}\`\n`), false],
])('recognizes %s', async (_name, data, isTrial) => {
  const file = path.join(folder, 'renamed.bin');
  await writeFile(file, data);
  expect(await isTrialBuild(file)).toBe(isTrial);
});

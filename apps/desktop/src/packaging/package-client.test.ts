/** The command that packages the client refuses what would make a client that can never be updated. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const program = path.join(import.meta.dirname, 'package-client.ts');

it.each([
  ['without a public key', ['--version', '1.2.3', '--out', 'out'], '缺少 --public-key'],
  ['with a file that is no public key', ['--version', '1.2.3', '--out', 'out', '--public-key', program], '这不是公钥'],
  ['without a version', ['--public-key', program, '--out', 'out'], '--version 须形如 1.2.3'],
  ['for installers of another system', ['--version', '1.2.3', '--out', 'out', '--installers', 'amiga'], '--installers 须为'],
  ['without a folder', ['--version', '1.2.3', '--public-key', program], '缺少 --out'],
])('desktop:package refuses to run %s', (_name, args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

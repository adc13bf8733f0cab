// Adds to `package-lock.json` the optional packages for other platforms that the registry used for the install did not offer, so that `npm
// ci` works everywhere from one lock file, each with its checksum. Run it after a dependency has changed: `node
// tooling/complete-lockfile.mjs`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { platformOf } from './package-platform.mjs';
import { root } from './runtime.mjs';

const file = path.join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));

/** Returns the checksum of a package in the registry in use; undefined if the registry does not have that version. */
const integrityOf = (name, version) => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = spawnSync(npm, ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return stdout.trim() === '' ? undefined : stdout.trim();
};

let added = 0;
const missing = [];
for (const [packagePath, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d/.test(version)) continue;
    const nested = packagePath.includes('node_modules/') ? `${packagePath}/node_modules/${name}` : undefined;
    if (lock.packages[`node_modules/${name}`] !== undefined || (nested !== undefined && lock.packages[nested] !== undefined)) continue;
    const platform = platformOf(name);
    if (platform.os === undefined && platform.cpu === undefined) continue;
    const integrity = integrityOf(name, version);
    if (integrity === undefined) missing.push(`${name}@${version}`);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(integrity === undefined ? {} : { integrity }),
      ...(platform.cpu ? { cpu: platform.cpu } : {}),
      ...(platform.libc ? { libc: platform.libc } : {}),
      optional: true,
      ...(platform.os ? { os: platform.os } : {}),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
for (const [packagePath, entry] of Object.entries(lock.packages)) {
  if (
    packagePath.includes('node_modules/') &&
    !entry.link &&
    entry.integrity === undefined &&
    !missing.some((name) => packagePath.endsWith(`/${name.replace(/@[^@]*$/, '')}`))
  )
    missing.push(`${packagePath}@${entry.version}`);
}
console.log(`已补充 ${added} 个其他平台的可选包`);
if (missing.length > 0) {
  console.error(`没有校验值，所用的源没有这个版本：${missing.join('、')}。请换一个各平台都有的版本，或换一个源。`);
  process.exit(1);
}

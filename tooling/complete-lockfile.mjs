// Adds to `package-lock.json` the optional packages for other platforms that the registry used for the install did not offer, so that `npm ci`
// works everywhere from one lock file. Run it after a dependency has changed: `node tooling/complete-lockfile.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './runtime.mjs';

const file = path.join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));

const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  macos: 'darwin',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  linux: 'linux',
  linuxmusl: 'linux',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
};
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** Platform of a package from its name, e.g. `@swc/core-linux-x64-musl`. */
const platformOf = (name) => {
  const words = name.split(/[^a-z0-9]+/);
  const system = words.map((word) => SYSTEMS[word]).find(Boolean);
  const processor = words
    .map((word) => (word.startsWith('arm') && word !== 'arm64' ? 'arm' : word))
    .find((word) => PROCESSORS.includes(word));
  const libc =
    words.includes('musl') || words.includes('linuxmusl')
      ? 'musl'
      : words.includes('gnu') || words.includes('gnueabihf')
        ? 'glibc'
        : undefined;
  return { ...(processor ? { cpu: [processor] } : {}), ...(libc ? { libc: [libc] } : {}), ...(system ? { os: [system] } : {}) };
};

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d/.test(version)) continue;
    const nested = place.includes('node_modules/') ? `${place}/node_modules/${name}` : undefined;
    if (lock.packages[`node_modules/${name}`] !== undefined || (nested !== undefined && lock.packages[nested] !== undefined)) continue;
    const platform = platformOf(name);
    if (platform.os === undefined && platform.cpu === undefined) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
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
console.log(`已补充 ${added} 个其他平台的可选包`);

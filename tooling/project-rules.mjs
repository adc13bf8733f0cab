// Checks the project rules that no linter has. Each finding says what to do instead.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { undefinedClasses } from './css-classes.mjs';
import { missingDocuments, missingSections } from './doc-rules.mjs';
import { findingsOfFile } from './file-rules.mjs';
import { isContractIndexStale } from './make-contract-index.mjs';
import { staleIcons } from './make-interface-icons.mjs';
import { noticeFindings } from './make-notices.mjs';
import { operationFindings } from './operation-files.mjs';
import { root } from './runtime.mjs';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_048_576,
})
  .split('\n')
  .filter(Boolean);
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const findings = [];
const report = (file, line, text) => findings.push(`${file}${line ? `:${line}` : ''}  ${text}`);

for (const file of files) for (const { line, text } of findingsOfFile(file, read)) report(file, line, text);

for (const file of files.filter((each) => /^(apps|packages)\/.*\.tsx?$/.test(each)))
  for (const { line, text } of undefinedClasses(file, read)) report(file, line, text);

// The tests of the rules about documents are not searched, because they cite documents that do not exist.
const documents = new Set(files.filter((file) => file.endsWith('.md')));
for (const file of files.filter(
  (each) => /\.(ts|tsx|mjs|sql|md)$/.test(each) && !each.startsWith('tooling/doc-rules') && !each.startsWith('demo/books/'),
))
  for (const { line, text } of [
    ...missingDocuments(file, read(file), documents),
    ...missingSections(file, read(file), (document) => (documents.has(document) ? read(document) : undefined)),
  ])
    report(file, line, text);

if (/"resolved": "https?:/.test(read('package-lock.json')))
  report('package-lock.json', 0, '锁文件不能含下载地址：npm config set omit-lockfile-registry-resolved true 后重新安装');

// Every package in the lock file must have a checksum: without one, `npm ci` accepts any package with that name and version.
for (const [folder, { link, integrity }] of Object.entries(JSON.parse(read('package-lock.json')).packages)) {
  if (folder.includes('node_modules/') && !link && !/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/.test(integrity ?? ''))
    report('package-lock.json', 0, `${folder} 没有校验值：运行 node tooling/complete-lockfile.mjs`);
}

for (const text of operationFindings(files, read)) report('tooling/operation-files.mjs', 0, text);

if (isContractIndexStale()) report('packages/contract/src/index.ts', 0, '与同目录的文件不符：运行 npm run format');

for (const text of noticeFindings()) report('THIRD-PARTY-NOTICES.txt', 0, text);

for (const file of await staleIcons())
  report(`packages/icons/src/${file}`, 0, '图标与所用的不符：运行 node tooling/make-interface-icons.mjs');

// A package with an install script must be reviewed first (docs/dependencies.md).
const judged = JSON.parse(read('package.json')).allowScripts;
const withScripts = Object.entries(JSON.parse(read('package-lock.json')).packages)
  .filter(([folder, { hasInstallScript }]) => hasInstallScript && folder.startsWith('node_modules/'))
  .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length));
for (const name of withScripts) {
  if (!(name in judged)) report('package.json', 0, `${name} 带有安装脚本：看过它做什么，再写进 allowScripts（true 或 false）`);
}
for (const name of Object.keys(judged)) {
  if (!withScripts.includes(name)) report('package.json', 0, `allowScripts 里的 ${name} 已没有安装脚本，请去掉`);
}

// Every dependency must be listed with its reason in docs/dependencies.md.
const reasons = read('docs/dependencies.md');
const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file));
for (const manifest of manifests) {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(manifest));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    if (name.startsWith('@shufang/')) continue;
    if (!/^\d/.test(version)) report(manifest, 0, `${name} 的版本须写死（现为 ${version}）`);
    if (!reasons.includes(`\`${name}\``) && !reasons.includes(`\`${name.split('/')[0]}/*\``))
      report(manifest, 0, `${name} 在 docs/dependencies.md 里没有理由`);
  }
}

for (const text of findings) console.log(text);
process.exit(findings.length > 0 ? 1 : 0);

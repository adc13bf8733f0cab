// Rules of the house that no linter knows. Each says what to do instead.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './runtime.mjs';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_048_576,
})
  .split('\n')
  .filter(Boolean);
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const faults = [];
const fault = (file, line, text) => faults.push(`${file}${line ? `:${line}` : ''}  ${text}`);

const isSource = (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('demo/books/');
const eachLine = (file, visit) =>
  read(file)
    .split('\n')
    .forEach((line, index) => visit(line, index + 1));

/** They know Chinese names of fonts, and how a note is marked in a book; neither is shown. */
const readsChinese = ['packages/reading-engine/src/style/faces.ts', 'packages/reading-engine/src/input/follow-link.ts'];

for (const file of files) {
  if (
    !/^(README\.md|DEVELOPERS\.md|LICENSE)$/.test(file) &&
    /^(apps|packages|e2e|bench|tooling|docs)\//.test(file) &&
    !/^[a-z0-9./@_-]+$/.test(file)
  ) {
    fault(file, 0, '文件名须为 kebab-case 小写');
  }
  if (/(^|\/)(utils?|helpers?|common|misc|new|index2)\.(ts|tsx)$/.test(file))
    fault(file, 0, '文件名要说明它做什么，而不是 utils、helpers、common');
  if (!isSource(file)) continue;
  if (!/^packages\/[^/]+\/src\/index\.ts$/.test(file) && /^export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s/m.test(read(file)))
    fault(file, 0, '只有包自己的 index.ts 可以转出别处的内容：请从定义它的文件引用');
  const lines = read(file).split('\n').length;
  if (lines > 450) fault(file, 0, `${lines} 行：一个文件只做一件事，请拆分`);
  let before = '';
  eachLine(file, (line, number) => {
    // The first line of a file is about the file.
    if (number > 2 && line.trimStart().startsWith('/**') && /^\s*\/\*\*.*\*\/$/.test(before))
      fault(file, number, '两条说明相连：上一条离开了它所说明的代码');
    before = line;
    if (/\b(TODO|FIXME|XXX)\b/.test(line) && !file.startsWith('tooling/house-rules')) fault(file, number, '未完成的标记不能留在代码里');
    if (/\.(only|skip|todo)\(/.test(line) && /\.test\.tsx?$/.test(file)) fault(file, number, '测试不能跳过或独占');
    if (/catch\s*(\([^)]*\))?\s*\{\s*\}/.test(line)) fault(file, number, '不能有空的 catch：说明为何可以忽略，或处理它');
  });
  // One message catalogue: no Chinese text in what people are shown by the client and the engine.
  if (
    /^(apps\/web\/src\/(app|features|screens)|packages\/(ui|reading-engine)\/src)\/.*\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|\/testing\//.test(file) &&
    !readsChinese.includes(file)
  ) {
    eachLine(file, (line, number) => {
      const code = line
        .replace(/\/\/.*$/, '')
        .replace(/\/\*.*?\*\//g, '')
        .replace(/^\s*(\/\*|\*).*$/, '');
      if (/[\u4e00-\u9fff]/.test(code))
        fault(file, number, '界面文字放进 platform/messages/zh-cn，不写在这里；阅读引擎的文字由嵌入它的一方给出');
    });
  }
}

if (/"resolved": "https?:/.test(read('package-lock.json')))
  fault('package-lock.json', 0, '锁文件不能含下载地址：npm config set omit-lockfile-registry-resolved true 后重新安装');

// A package that runs a program of its own while it is installed is looked at first (docs/dependencies.md).
const judged = JSON.parse(read('package.json')).allowScripts;
const withScripts = Object.entries(JSON.parse(read('package-lock.json')).packages)
  .filter(([folder, { hasInstallScript }]) => hasInstallScript && folder.startsWith('node_modules/'))
  .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length));
for (const name of withScripts) {
  if (!(name in judged)) fault('package.json', 0, `${name} 带有安装脚本：看过它做什么，再写进 allowScripts（true 或 false）`);
}
for (const name of Object.keys(judged)) {
  if (!withScripts.includes(name)) fault('package.json', 0, `allowScripts 里的 ${name} 已没有安装脚本，请去掉`);
}

// Every dependency has its one line of reason.
const reasons = read('docs/dependencies.md');
const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file));
for (const manifest of manifests) {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(manifest));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    if (name.startsWith('@shufang/')) continue;
    if (!/^\d/.test(version)) fault(manifest, 0, `${name} 的版本须写死（现为 ${version}）`);
    if (!reasons.includes(`\`${name}\``) && !reasons.includes(`\`${name.split('/')[0]}/*\``))
      fault(manifest, 0, `${name} 在 docs/dependencies.md 里没有理由`);
  }
}

for (const text of faults) console.log(text);
process.exit(faults.length > 0 ? 1 : 0);

// Builds what is not run from source: the server, the reading engine's frame, the clients and the demo books. Each is built again only when
// one of its sources has changed. With names (`node tooling/build.mjs 服务器`) only these are built.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findNode, root, toolEnvironment } from './runtime.mjs';

const builds = [
  {
    name: '服务器',
    sources: ['packages/assessment', 'packages/contract', 'packages/reading-engine', 'apps/server'],
    output: 'apps/server/dist',
    run: ['vite', 'build', '--logLevel', 'warn', 'apps/server', '--config', 'apps/server/vite.config.ts'],
  },
  {
    name: '阅读引擎',
    sources: ['packages/contract', 'packages/reading-engine'],
    output: 'packages/reading-engine/dist',
    run: ['npm', 'run', 'build', '-w', '@shufang/reading-engine'],
  },
  { name: '网页客户端', sources: ['packages', 'apps/web'], output: 'apps/web/dist', run: ['npm', 'run', 'build', '-w', '@shufang/web'] },
  {
    name: '桌面客户端',
    sources: ['packages', 'apps/desktop'],
    output: 'apps/desktop/dist',
    run: ['npm', 'run', 'build', '-w', '@shufang/desktop'],
  },
  { name: '示例图书', sources: ['demo/books', 'demo/src'], output: 'demo/dist', run: ['node', 'demo/src/build-books.ts'] },
];

const skipped = new Set(['node_modules', 'dist', 'dist-server', 'coverage', 'test', 'out']);

const sourceFiles = function* (folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name) || entry.name.includes('.test.')) continue;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(file);
    else yield file;
  }
};

const sourceHash = (sources) => {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const source of sources) {
    for (const file of [...sourceFiles(path.join(root, source))].sort()) {
      hash.update(path.relative(root, file)).update(statSync(file).size < 4_194_304 ? readFileSync(file) : String(statSync(file).mtimeMs));
    }
  }
  return hash.digest('hex');
};

const node = findNode();
const names = process.argv.slice(2);
for (const { name, sources, output, run } of builds) {
  if (names.length > 0 && !names.includes(name)) continue;
  const stamp = path.join(root, output, '.source-hash');
  const wanted = sourceHash(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) continue;
  console.log(`正在构建${name}…`);
  const [command, ...args] = run;
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    // NODE_ENV is set, because tests that start the product set another one.
    env: { ...toolEnvironment(node), NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    console.error(`构建${name}失败：\n${result.stdout}\n${result.stderr}`);
    process.exit(1);
  }
  mkdirSync(path.join(root, output), { recursive: true });
  writeFileSync(stamp, wanted);
}

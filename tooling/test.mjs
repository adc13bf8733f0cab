// `npm test`: every test there is, from a clean clone. Installs what it needs and ends with `N passed, N failed` alone on a line.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, findNode, root, toolEnvironment } from './runtime.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

/** Nothing can be tested: the closing line says so as well. */
const giveUp = () => {
  console.log('0 passed, 1 failed');
  process.exit(1);
};

ensureInstalled();
if (!ensureSystemPackages()) giveUp();
const node = findNode();
const built = spawnSync(node, ['tooling/build.mjs'], { cwd: root, stdio: 'inherit', env: toolEnvironment(node) });
if (built.status !== 0) giveUp();

const { runSteps, vitestStep } = await import('./steps.mjs');
const { staticChecks, types } = await import('./check-steps.mjs');
const { externalPostgresAnswers } = await import('./external-postgres.mjs');

// What starts servers of its own is the same whichever PostgreSQL the others use.
const databases = [vitestStep('数据库与进程测试（内置 PostgreSQL）', ['database', 'process'], { TEST_DATABASE: 'embedded' })];
// The whole rain of hostile calls falls on the embedded one; what differs between the two shows in the first of each call.
if (await externalPostgresAnswers())
  databases.push(vitestStep('数据库测试（外部 PostgreSQL）', ['database'], { TEST_DATABASE: 'external', FUZZ_CALLS: '40' }));
else console.log('本机没有外部 PostgreSQL（或未设 TEST_DATABASE_URL）：数据库测试只在内置 PostgreSQL 上运行');

// A real S3 server that checks signatures, where it can be had (Debian and root).
const swift = spawnSync('sh', ['tooling/test-services/swift.sh', 'start'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'pipe'],
  encoding: 'utf8',
});
if (swift.status !== 0)
  console.log(`严格的 S3 服务器（OpenStack Swift）不可用，相应测试不运行：${swift.stderr.trim().split('\n').at(-1) ?? ''}`);
process.on('exit', () => {
  if (swift.status === 0) spawnSync('sh', ['tooling/test-services/swift.sh', 'stop'], { cwd: root, stdio: 'ignore' });
});

await runSteps([
  [...staticChecks, types],
  [vitestStep('单元测试', ['unit', 'web'], swift.status === 0 ? { TEST_S3_STRICT: '1' } : {})],
  ...databases.map((step) => [step]),
  [vitestStep('真实图书与恶意文件', ['corpus'])],
  [vitestStep('浏览器测试', ['browser'])],
  [vitestStep('端到端', ['e2e'])],
]);

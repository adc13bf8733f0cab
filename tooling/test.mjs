// `npm test` and `npm run test:full` (`--full`): runs all tests, also in a clean clone. Installs missing packages, and ends with the line
// `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, findNode, root, toolEnvironment } from './runtime.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { closingLine } from './tally.mjs';

/** Ends the process when the tests cannot run; the summary line counts one failure. */
const giveUp = () => {
  console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
};

ensureInstalled('all');
if (!ensureSystemPackages()) giveUp();
const node = findNode();
const built = spawnSync(node, ['tooling/build.mjs'], { cwd: root, stdio: 'inherit', env: toolEnvironment(node) });
if (built.status !== 0) giveUp();

const { runSteps } = await import('./steps.mjs');
const { staticChecks, types } = await import('./check-steps.mjs');
const { testGroups } = await import('./test-steps.mjs');
const { isExternalPostgresUp } = await import('./external-postgres.mjs');

const hasExternalPostgres = await isExternalPostgresUp();
if (!hasExternalPostgres) console.log('本机没有外部 PostgreSQL（或未设 TEST_DATABASE_URL）：数据库测试只在内置 PostgreSQL 上运行');

// The tests use a real S3 server that checks signatures, if it can be installed (Debian, as root).
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
  ...testGroups({ hasExternalPostgres, hasStrictS3: swift.status === 0, isFull: process.argv.includes('--full') }),
]);

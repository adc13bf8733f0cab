// `npm run check`: all checks that are fast enough to run after every change.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root } from './runtime.mjs';

ensureInstalled('all');
const { runSteps, vitestStep } = await import('./steps.mjs');
const { staticChecks } = await import('./check-steps.mjs');
/** Returns the component folders, such as `apps/web/src/features/orders`, that contain uncommitted changes. */
const changedFolders = () => {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all', '-z', 'apps/web/src', 'packages/ui/src'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = (stdout ?? '').split('\0').map((line) => line.slice(3));
  return [...new Set(files.flatMap((file) => /^(?:apps\/web\/src\/\w+\/[^/]+|packages\/ui\/src)(?=\/)/.exec(file)?.[0] ?? []))];
};
const folders = changedFolders();
const componentTests = folders.length === 0 ? [] : [vitestStep('改动处的组件测试', ['web'], { more: folders })];
// Runs all steps in parallel. Runs component tests only in folders with uncommitted changes; `npm test` runs all of them.
await runSteps([[...staticChecks, vitestStep('单元测试', ['unit']), ...componentTests]]);

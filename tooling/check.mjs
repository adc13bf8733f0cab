// `npm run check`: everything that answers quickly, for every change.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root } from './runtime.mjs';

ensureInstalled();
const { runSteps, vitestStep } = await import('./steps.mjs');
const { staticChecks } = await import('./check-steps.mjs');
/** `apps/web/src/features/orders` and the like: folders of components in which something is not committed yet. */
const changedFolders = () => {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--untracked-files=all', '-z', 'apps/web/src', 'packages/ui/src'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = (stdout ?? '').split('\0').map((line) => line.slice(3));
  return [...new Set(files.flatMap((file) => /^(?:apps\/web\/src\/\w+\/[^/]+|packages\/ui\/src)(?=\/)/.exec(file)?.[0] ?? []))];
};
const folders = changedFolders();
const componentTests = folders.length === 0 ? [] : [vitestStep('改动处的组件测试', ['web'], {}, folders)];
// All at once: tests wait, checkers do not. Of the component tests those beside what is not committed yet; `npm test` runs them all.
await runSteps([[...staticChecks, vitestStep('单元测试', ['unit']), ...componentTests]]);

// The static checks, shared by `check` and `test`: format, lint, types of each part, import rules, unused code, project rules.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lessCollecting, root } from './runtime.mjs';
import { commandStep } from './steps.mjs';

const projects = [
  'packages/contract',
  'packages/assessment',
  'packages/desktop-bridge',
  'packages/reading-engine',
  'packages/icons',
  'packages/ui',
  'packages/dev-env',
  'apps/server',
  'apps/web',
  'apps/desktop',
  'e2e',
  'bench',
  'demo',
];

/** Returns the hash of the files that the import rules read besides the modules: those of the installed and the declared packages. */
const packagesHash = () => {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'package.json', ...projects.map((project) => path.join(project, 'package.json'))]) {
    hash.update(readFileSync(path.join(root, file), 'utf8'));
  }
  return hash.digest('hex').slice(0, 16);
};

/** The step that checks the types by the compiler. `npm run check` omits it, because its linter uses the same compiler. */
export const types = commandStep('类型', 'node', ['tooling/types.mjs', ...projects]);

export const staticChecks = [
  commandStep('格式', 'biome', ['ci', '--colors=off', '--max-diagnostics=50', '.']),
  commandStep('代码检查与类型', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings'], lessCollecting),
  commandStep('引用规则', 'depcruise', [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'err-long',
    // The cache is valid while no module, no rule and no argument changes.
    '--cache',
    `node_modules/.cache/import-rules/${packagesHash()}`,
    '--cache-strategy',
    'content',
    'apps',
    'packages',
    'e2e',
    'bench',
    'demo',
  ]),
  commandStep('未用代码', 'knip', ['--no-progress', '--cache', '--cache-location', 'node_modules/.cache/knip']),
  commandStep('约定', 'node', ['tooling/project-rules.mjs']),
  commandStep('用语', 'node', ['tooling/vocabulary.mjs']),
];

// The static checks, shared by `check` and `test`: format, lint, types of each part, import rules, unused code, project rules.
import { lessCollecting } from './runtime.mjs';
import { commandStep } from './steps.mjs';

const projects = [
  'packages/contract',
  'packages/desktop-bridge',
  'packages/reading-engine',
  'packages/icons',
  'packages/ui',
  'packages/dev-env',
  'apps/server',
  'apps/web',
  'e2e',
  'bench',
  'demo',
];

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

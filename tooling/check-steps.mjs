// The static checks, shared by `check` and `test`: format, lint, types of each part, import rules, unused code, house rules.
import { lessCollecting } from './runtime.mjs';
import { commandStep } from './steps.mjs';

const projects = [
  'packages/contract',
  'packages/desktop-bridge',
  'packages/reading-engine',
  'packages/ui',
  'packages/dev-env',
  'apps/server',
  'apps/web',
  'e2e',
  'bench',
  'demo',
];

/** The types by the compiler itself; `npm run check` leaves them to the linter, which asks the same compiler for its own rules. */
export const types = commandStep('类型', 'node', ['tooling/types.mjs', ...projects]);

export const staticChecks = [
  commandStep('格式', 'biome', ['ci', '--max-diagnostics=50', '.']),
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
  commandStep('未用代码', 'knip', ['--no-progress']),
  commandStep('约定', 'node', ['tooling/house-rules.mjs']),
];

// `npm run check`: everything that answers quickly, for every change..
import { ensureInstalled } from './runtime.mjs';

ensureInstalled();
const { runSteps, vitestStep } = await import('./steps.mjs');
const { staticChecks } = await import('./check-steps.mjs');
// All at once: tests wait, checkers do not.
await runSteps([[...staticChecks, vitestStep('单元测试', ['unit', 'web'])]]);

// Runs a TypeScript or JavaScript file of the project under the right Node: `node tooling/with-node24.mjs FILE [ARG ...]`.
import { ensureInstalled, findNode, runInForeground } from './runtime.mjs';

ensureInstalled();
runInForeground(findNode(), ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)]);

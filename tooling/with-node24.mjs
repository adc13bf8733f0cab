// Runs a TypeScript or JavaScript file of the project under the right Node: `node tooling/with-node24.mjs [--all] FILE [ARG ...]`.
// `--all`: the file needs the tools and test packages too.
import { ensureInstalled, findNode, runInForeground } from './runtime.mjs';

const needsAll = process.argv[2] === '--all';
ensureInstalled(needsAll ? 'all' : 'production');
runInForeground(findNode(), ['--disable-warning=ExperimentalWarning', ...process.argv.slice(needsAll ? 3 : 2)]);

// `npm start`: installs if needed, builds the clients and the demo books if needed, then runs the server (which starts its own
// PostgreSQL, migrates, seeds the demo library once and prints `ready http://localhost:8080`).
// package.json says `exec node … || node …`: npm forwards SIGTERM only to the shell it starts, so the shell must become this process. Where
// the shell has no `exec` (cmd.exe prints an error and continues) the second half runs.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, findNode, root, runInForeground, serverArguments, toolEnvironment } from './runtime.mjs';

ensureInstalled();
const node = findNode();
const built = spawnSync(node, ['tooling/build.mjs'], { cwd: root, stdio: 'inherit', env: toolEnvironment(node) });
if (built.status !== 0) process.exit(built.status ?? 1);
runInForeground(node, serverArguments());

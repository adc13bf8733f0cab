// `npm start`: installs if needed, builds the clients and the demo books if needed, then runs the server (which starts its own
// PostgreSQL, migrates, seeds the demo library once and prints `ready http://localhost:8080`).
import { spawnSync } from 'node:child_process';
import { ensureInstalled, findNode, root, runInForeground, serverArguments, toolEnvironment } from './runtime.mjs';

ensureInstalled();
const node = findNode();
const built = spawnSync(node, ['tooling/build.mjs'], { cwd: root, stdio: 'inherit', env: toolEnvironment(node) });
if (built.status !== 0) process.exit(built.status ?? 1);
runInForeground(node, serverArguments());

// Checks the types of the given projects side by side: `node tooling/types.mjs packages/contract apps/server`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './runtime.mjs';

let failed = false;
for (const project of process.argv.slice(2)) {
  const result = spawnSync(process.execPath, [path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project], {
    cwd: root,
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    failed = true;
    console.log(result.stdout || result.stderr);
  }
}
process.exit(failed ? 1 : 0);

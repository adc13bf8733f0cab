// Checks the types of the given projects side by side: `node tooling/types.mjs packages/contract apps/server`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { lessCollecting, root } from './runtime.mjs';

const projects = process.argv.slice(2);
// All projects are checked in one run, so that shared files are parsed once. Two projects are checked in parallel with one checker each, so
// that each type is checked once. `--force`, because otherwise a project is skipped when only its imports have changed.
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    ...'--build --force --noEmit --pretty false --builders 2 --checkers 1'.split(' '),
    ...projects,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...lessCollecting } },
);
// The files that the compiler writes for a later run without `--force` are deleted.
for (const project of projects) rmSync(path.join(root, project, 'tsconfig.tsbuildinfo'), { force: true });
process.exit(status ?? 1);

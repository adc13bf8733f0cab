// Checks the types of the given projects side by side: `node tooling/types.mjs packages/contract apps/server`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { lessCollecting, root } from './runtime.mjs';

const projects = process.argv.slice(2);
// One run for all: what several projects read is parsed once. Two projects at a time with one checker each ask each type once;
// `--force`, because without it a project would count as checked while only what it imports has changed.
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    ...'--build --force --noEmit --pretty false --builders 2 --checkers 1'.split(' '),
    ...projects,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...lessCollecting } },
);
// The notes it leaves for a next run without `--force`.
for (const project of projects) rmSync(path.join(root, project, 'tsconfig.tsbuildinfo'), { force: true });
process.exit(status ?? 1);

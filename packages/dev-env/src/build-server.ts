/** Vitest's global setup of the tests that start the server: builds it, if its sources have changed. */
import { spawnSync } from 'node:child_process';
import { projectRoot } from './start-product.ts';

export default function buildServer(): void {
  const { status } = spawnSync(process.execPath, ['tooling/build.mjs', '服务器'], { cwd: projectRoot, stdio: 'inherit' });
  if (status !== 0) throw new Error('the server could not be built');
}

/** The built programs of isolated processes (`apps/server/vite.config.ts`): each task has one, and it starts with few permissions. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../../..');
const built = path.join(root, 'apps/server/dist');
const readable = ['node_modules', 'packages', 'apps/server/src', 'apps/server/dist', 'apps/server/package.json', 'package.json'];
const tasks = globSync('**/*.task.ts', { cwd: path.join(root, 'apps/server/src') }).filter((file) => !file.includes('/testing/'));

test.each(tasks.map((file) => path.basename(file, '.ts')))('the built task %s starts', async (task) => {
  const child = fork(path.join(built, 'isolated-process.js'), [path.join(built, `${task}.js`)], {
    execArgv: [
      '--disable-warning=SecurityWarning',
      '--permission',
      '--allow-addons',
      ...readable.map((name) => `--allow-fs-read=${path.join(root, name)}`),
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    expect(await Promise.race([once(child, 'message'), once(child, 'exit')])).toMatchObject([{ kind: 'ready' }, undefined]);
  } finally {
    child.kill('SIGKILL');
  }
});

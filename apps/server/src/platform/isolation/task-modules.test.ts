/** An isolated process starts for most tasks, so that what its task loads is time before the task. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../..');
const tasks = globSync(['**/*.task.ts', 'features/publication/conversion/worker.ts'], { cwd: source }).filter(
  (file) => !file.includes('/testing/'),
);
/** Tasks that load the whole contract. They run seldom: for an export of notes, a list of codes, a list of members. */
const WITH_CONTRACT = new Set([
  'features/activation-code/codes.task.ts',
  'features/annotation/notes-document.task.ts',
  'features/institution/roster.task.ts',
]);

const PRINT_LOADED = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });
  await import(process.argv[1]);`;

test.each(tasks.filter((file) => !WITH_CONTRACT.has(file)))('the task %s does not load the whole contract', (file) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', PRINT_LOADED, path.join(source, file)],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(stdout).toContain(file);
  expect(stdout.split('\n').filter((url) => url.endsWith('/contract/src/index.ts'))).toEqual([]);
});

test('the tasks that load it exist', () => {
  expect(tasks).toEqual(expect.arrayContaining([...WITH_CONTRACT]));
});

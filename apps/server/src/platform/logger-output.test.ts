import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const MODULE = path.join(import.meta.dirname, 'logger.ts');
const program = (body: string): string[] => [
  '--input-type=module',
  '-e',
  `const { createLogger } = await import(${JSON.stringify(MODULE)}); const log = createLogger('info'); ${body}`,
];

test.each([
  ['returns', ''],
  ['calls exit', 'process.exit(0);'],
  ['throws', "throw new Error('broken');"],
])('all lines are written when the process %s', (_, ending) => {
  const { stdout } = spawnSync(process.execPath, program(`for (let n = 0; n < 500; n += 1) log.info({ n }, 'line'); ${ending}`), {
    encoding: 'utf8',
  });
  const numbers = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { n: number }).n);
  expect(numbers).toEqual(Array.from({ length: 500 }, (_unused, n) => n));
});

test('a single line is written while the process goes on', async () => {
  const child = spawn(process.execPath, program("log.info('one'); setInterval(() => undefined, 1_000);"), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  child.kill('SIGKILL');
  expect(JSON.parse(line)).toMatchObject({ msg: 'one' });
});

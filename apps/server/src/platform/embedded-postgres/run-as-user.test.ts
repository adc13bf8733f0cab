/** Tests how programs of the embedded PostgreSQL are run, with real processes. */
import { expect, it } from 'vitest';
import { runProgram } from './run-as-user.ts';

const run = (script: string, timeoutMs = 10_000) =>
  runProgram('/bin/sh', ['-c', script], { user: undefined, env: { PATH: process.env['PATH'] }, timeoutMs });

// Skipped on Windows, which has no process groups.
it.skipIf(process.platform === 'win32')(
  'runs a program in a process group of its own, which Ctrl-C in the terminal does not reach',
  async () => {
    const { output } = await run('echo $$; ps -o pgid= -p $$');
    const [pid, group] = output.trim().split(/\s+/);
    expect(Number(pid)).toBeGreaterThan(1);
    expect(group).toBe(pid);
  },
);

it('returns the exit status and both outputs, and no status if the time has run out', async () => {
  expect(await run('echo one; echo two >&2; exit 3')).toEqual({ status: 3, output: 'one\ntwo\n' });
  expect((await run('exec sleep 10', 50)).status).toBeUndefined();
});

import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { watchWork } from './process-cpu.ts';

const FOREVER_MS = 600_000;
const start = (program: string) => spawn(process.execPath, ['-e', program], { stdio: 'ignore' });

// Skipped on other systems, because only Linux reports the CPU time of another process.
describe.runIf(process.platform === 'linux')('the work of another process', () => {
  test('a process that works is reported, one that only waits is not', async () => {
    const [working, waiting] = [start('for (;;);'), start('setTimeout(() => undefined, 600_000)')];
    let isWaitingReported = false;
    const stopWaiting = watchWork(waiting.pid, 1_000, FOREVER_MS, () => {
      isWaitingReported = true;
    });
    const reported = Promise.withResolvers<void>();
    const stopWorking = watchWork(working.pid, 2_000, FOREVER_MS, reported.resolve);
    await reported.promise;
    expect(isWaitingReported).toBe(false);
    for (const end of [stopWaiting, stopWorking]) end();
    for (const child of [working, waiting]) child.kill('SIGKILL');
  });

  test('a process that only waits is reported at the limit with waiting', async () => {
    const waiting = start('setTimeout(() => undefined, 600_000)');
    const reported = Promise.withResolvers<void>();
    const stop = watchWork(waiting.pid, FOREVER_MS, 10, reported.resolve);
    await expect(reported.promise).resolves.toBeUndefined();
    stop();
    waiting.kill('SIGKILL');
  });
});

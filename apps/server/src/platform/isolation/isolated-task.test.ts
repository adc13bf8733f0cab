import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createIsolatedTask, type IsolatedTask, type IsolatedTaskOptions } from './isolated-task.ts';
import type { Trial } from './testing/trial.task.ts';

const MIB = 1_048_576;
const opened: IsolatedTask<Trial, unknown, unknown>[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'isolated-'));
const taskWith = (options: Partial<IsolatedTaskOptions> = {}): IsolatedTask<Trial, unknown, unknown> => {
  const task = createIsolatedTask<Trial, unknown, unknown>({
    module: path.join(import.meta.dirname, 'testing/trial.task.ts'),
    memoryBytes: 160 * MIB,
    timeoutMs: 60_000,
    waiting: 2,
    refusal: (reason) => new CodedError('request.invalid', { reason }),
    ...options,
  });
  opened.push(task);
  return task;
};
afterEach(() => {
  for (const task of opened.splice(0)) task.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns an error as `code: message`. */
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (value) => `returned ${JSON.stringify(value)}`,
    (error: unknown) => (error instanceof CodedError ? `${error.code}: ${error.message}` : String(error)),
  );

describe('work in an isolated process', () => {
  test('returns its result, and the same process runs the next task', async () => {
    const task = taskWith();
    const value = { text: '山川异域', bytes: new Uint8Array([1, 2]), map: new Map([[1, undefined]]) };
    expect(await task.run({ do: 'echo', value })).toEqual(value);
    const first = await task.run({ do: 'processId' });
    expect(first).not.toBe(process.pid);
    expect(await task.run({ do: 'processId' })).toBe(first);
  });

  test('receives in parts what is too large for one message', async () => {
    const task = taskWith();
    const parts = async function* () {
      for (let part = 1; part <= 1_000; part++) yield part;
    };
    expect(await task.run({ do: 'sum' }, parts())).toBe(500_500);
    expect(await task.run({ do: 'ignoreParts' }, parts())).toBe('done');
    expect(await task.run({ do: 'sum' }, parts())).toBe(500_500);
  });

  test('fails if its parts fail', async () => {
    const parts = async function* () {
      yield 1;
      throw new CodedError('unavailable');
    };
    expect(await refusalOf(taskWith().run({ do: 'sum' }, parts()))).toMatch(/^unavailable: /);
  });

  test('rejects with its own coded error', async () => {
    const error = await taskWith()
      .run({ do: 'refuse' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'account.smsTooSoon', message: '请在 7 秒后重试', cause: { message: 'Error: why' } });
  });

  test('that fails with an unexpected error rejects with that error', async () => {
    await expect(taskWith().run({ do: 'throw' })).rejects.toThrow('isolated task failed: a mistake of ours');
  });
});

describe('work that exceeds a limit is rejected, and another process runs the next task', () => {
  test.each<[Trial['do'], string, Partial<IsolatedTaskOptions>]>([
    ['loop', 'time', { timeoutMs: 3_000 }],
    ['fillHeap', 'memory', {}],
    ['recurse', 'memory', {}],
    ['longString', 'memory', {}],
    ['exit', 'crash', {}],
  ])('%s: %s', async (deed, reason, options) => {
    const task = taskWith(options);
    const before = await task.run({ do: 'processId' });
    expect(await refusalOf(task.run({ do: deed } as Trial))).toBe(`request.invalid: ${reason}`);
    const after = await task.run({ do: 'processId' });
    expect(after).not.toBe(before);
  });

  // Skipped on other systems, because only Linux can limit the memory of a child process.
  test.runIf(process.platform === 'linux')('memory outside the heap counts towards the limit', async () => {
    expect(await refusalOf(taskWith().run({ do: 'fillBuffers' }))).toBe('request.invalid: memory');
  });
});

test('the server stays responsive while work never ends: later requests are completed first', async () => {
  const task = taskWith({ timeoutMs: 600_000 });
  let isSettled = false;
  const endless = refusalOf(task.run({ do: 'loop' })).finally(() => {
    isSettled = true;
  });
  const other = taskWith();
  for (let turn = 0; turn < 3; turn++) expect(await other.run({ do: 'echo', value: turn })).toBe(turn);
  expect(isSettled).toBe(false);
  task.close();
  expect(await endless).toBe('request.invalid: crash');
});

test('the concurrency limit runs, the queue limit waits, one more is rejected, and the waiting ones run later', async () => {
  const task = taskWith({ waiting: 2, timeoutMs: 600_000 });
  const endless = refusalOf(task.run({ do: 'loop' }));
  const waiting = [task.run({ do: 'echo', value: 1 }), task.run({ do: 'echo', value: 2 })];
  expect(await refusalOf(task.run({ do: 'echo', value: 3 }))).toMatch(/^request.tooMany: /);
  task.close();
  expect(await endless).toBe('request.invalid: crash');
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});

describe('an isolated process has no access to the server', () => {
  const secret = path.join(folder, 'secret.txt');
  writeFileSync(secret, 'secret');

  test('it reads and writes the folder it is given, and no other', async () => {
    expect(await refusalOf(taskWith().run({ do: 'read', path: secret }))).toMatch(/Access to this API has been restricted/);
    expect(await refusalOf(taskWith().run({ do: 'write', path: path.join(folder, 'x') }))).toMatch(/restricted/);
    expect(await taskWith({ folder }).run({ do: 'read', path: secret })).toBe('secret');
    expect(await refusalOf(taskWith({ folder }).run({ do: 'write', path: path.join(folder, '../outside.txt') }))).toMatch(/restricted/);
  });

  test('it has no network, no child processes and no settings', async () => {
    process.env['ISOLATION_TRIAL'] = 'a secret setting';
    try {
      expect(await refusalOf(taskWith().run({ do: 'connect' }))).toMatch(/has no network/);
      expect(await refusalOf(taskWith().run({ do: 'spawn' }))).toMatch(/restricted/);
      const environment = (await taskWith().run({ do: 'environment' })) as Record<string, string>;
      expect(
        Object.keys(environment).filter((name) => !/^(?:PATH|MALLOC_ARENA_MAX|UV_THREADPOOL_SIZE|NODE_CHANNEL_.*)$/.test(name)),
      ).toEqual([]);
    } finally {
      delete process.env['ISOLATION_TRIAL'];
    }
  });
});

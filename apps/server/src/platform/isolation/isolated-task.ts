/**
 * Runs work on untrusted bytes, and long-running work, in a separate process: the event loop of the server stays free, and work that
 * exhausts its memory or never ends is killed without affecting the server (docs/decisions/0016-isolated-processes.md).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { createSemaphore } from '../semaphore.ts';
import { watchMemory } from './process-memory.ts';
import type { TaskRequest, TaskResponse } from './task-messages.ts';

const PROCESS_FILE = path.join(import.meta.dirname, 'isolated-process.ts');
const PROJECT = path.resolve(import.meta.dirname, '../../../../..');
const STDERR_CHARS_MAX = 8_000;
/** Time after which an idle process ends; the next task starts another one (about 0.2 s). */
const IDLE_MS = 60_000;
/** Time limit for the start of a process. */
const START_TIMEOUT_MS = 30_000;

/** Why a task was stopped. `crash`: the process ended by itself. */
export type StopReason = 'time' | 'memory' | 'crash';

export interface IsolatedTaskOptions {
  /** Absolute path of the module that exports `run` (`TaskFunction`). */
  readonly module: string;
  readonly memoryBytes: number;
  /** Time limit of one run in milliseconds; the start of the process does not count. */
  readonly timeoutMs: number;
  /** Maximum number of processes that run this task at once. */
  readonly processes?: number;
  /** Number of runs that may wait for a process; one more is rejected with `request.tooMany`. */
  readonly waiting: number;
  /** The folder whose files the task may read and write; if it is absent, the task has access to none. */
  readonly folder?: string;
  /** Whether the task needs a native add-on (sharp). */
  readonly usesAddons?: boolean;
  /** Returns the error of a run that exceeded a limit. */
  readonly refusal: (reason: StopReason) => CodedError;
}

export interface IsolatedTask<Input, Output, Part = never> {
  /**
   * Runs the task. Throws what the task throws as `CodedError`, the task's own error if a limit is exceeded, and `request.tooMany` if too
   * many runs wait.
   */
  run(input: Input, parts?: AsyncIterable<Part>): Promise<Output>;
  /** Ends all processes of this task; active runs are rejected. */
  close(): void;
}

class StoppedError extends Error {
  override readonly name = 'StoppedError';
  readonly reason: StopReason;
  constructor(reason: StopReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The processes of all tasks. They are killed when the server exits, even without an orderly shutdown. */
const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

const OUT_OF_MEMORY = /heap out of memory|Reached heap limit|allocation failed|invalid (?:array|table) (?:length|size)/i;

/** Memory of a process outside V8's heap: the program itself, buffers, native decoding. */
const BESIDE_HEAP_BYTES = 96 * 1_048_576;

const argumentsFor = ({ memoryBytes, folder, usesAddons = false }: IsolatedTaskOptions): string[] => {
  const program = ['node_modules', 'packages', 'apps/server/src', 'apps/server/dist', 'apps/server/package.json', 'package.json'].map(
    (name) => path.join(PROJECT, name),
  );
  // Node grants permissions for real paths, so a folder that is reached by a link is resolved first.
  const own = folder === undefined ? [] : [realpathSync(folder)];
  return [
    `--max-old-space-size=${Math.round((memoryBytes - BESIDE_HEAP_BYTES) / 1_048_576)}`,
    '--max-semi-space-size=16',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    '--enable-source-maps',
    '--permission',
    ...(usesAddons ? ['--allow-addons'] : []),
    ...[...program, ...own].map((name) => `--allow-fs-read=${name}`),
    ...own.map((name) => `--allow-fs-write=${name}`),
  ];
};

/** A process that is ready for runs, with its standard error output. */
interface Worker {
  readonly child: ChildProcess;
  errorText(): string;
  idleTimer: NodeJS.Timeout | undefined;
}

/** An idle process does not prevent the server or a command from ending. */
const setKeepsAlive = ({ child }: Worker, keepsAlive: boolean): void => {
  const call = keepsAlive ? 'ref' : 'unref';
  child[call]();
  child.channel?.[call]();
  (child.stderr as Socket | null)?.[call]();
};

/** Adds the process to `all` until it ends. */
const startWorker = async (options: IsolatedTaskOptions, all: Set<Worker>): Promise<Worker> => {
  if (options.folder !== undefined) mkdirSync(options.folder, { recursive: true });
  const child = fork(PROCESS_FILE, [options.module], {
    execArgv: argumentsFor(options),
    // The process receives no settings and no secrets of the server.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  living.add(child);
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-STDERR_CHARS_MAX);
  });
  // `responseOf` reports errors during a run; between runs they are ignored, and the next run starts another process.
  child.on('error', () => living.delete(child));
  const worker: Worker = { child, errorText: () => text, idleTimer: undefined };
  all.add(worker);
  child.once('exit', () => {
    living.delete(child);
    all.delete(worker);
  });
  await responseOf(worker, START_TIMEOUT_MS, undefined, undefined);
  return worker;
};

/**
 * Sends `requests` to the process and waits for its response. Throws `StoppedError`, and what the requests throw; the process is then
 * killed.
 */
const responseOf = (
  worker: Worker,
  timeoutMs: number,
  memoryBytes: number | undefined,
  requests: AsyncIterable<TaskRequest> | undefined,
): Promise<TaskResponse> => {
  const { child } = worker;
  return new Promise<TaskResponse>((resolve, reject) => {
    let isOver = false;
    let isSent = false;
    const finish = (settle: () => void, reusable: boolean): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      watch?.stop();
      child.off('message', onMessage);
      child.off('error', onError);
      child.off('close', onClose);
      if (!reusable) child.kill('SIGKILL');
      settle();
    };
    const stop = (reason: StopReason, message: string): void => finish(() => reject(new StoppedError(reason, message)), false);
    // If the response arrived before all parts were sent, the rest is still in transit, so the process is not used for another run.
    const onMessage = (message: TaskResponse): void => finish(() => resolve(message), isSent && message.kind !== 'exhausted');
    const onError = (error: Error): void => stop('crash', error.message);
    // `close` is used instead of `exit`, because it is emitted after all of standard error was read.
    const onClose = (code: number | null, signal: string | null): void => {
      const text = worker.errorText();
      stop(OUT_OF_MEMORY.test(text) ? 'memory' : 'crash', `ended (${code ?? signal}): ${text.slice(-500)}`);
    };
    const sendAll = async (): Promise<void> => {
      for await (const request of requests ?? []) {
        if (isOver) return;
        await new Promise<void>((sent, failed) => {
          child.send(request, (error) => (error === null ? sent() : failed(new StoppedError('crash', error.message))));
        });
      }
      isSent = true;
    };
    const watch =
      memoryBytes === undefined ? undefined : watchMemory(child.pid, memoryBytes, () => stop('memory', `more than ${memoryBytes} bytes`));
    const timer = setTimeout(() => stop('time', `longer than ${timeoutMs} ms`), timeoutMs);
    child.on('message', onMessage);
    child.on('error', onError);
    child.on('close', onClose);
    sendAll().catch((error: unknown) => {
      // A `StoppedError` is not reported here: the process cannot be written to because it is about to close, and `onClose` reports the
      // reason.
      if (!(error instanceof StoppedError)) finish(() => reject(error as Error), false);
    });
  });
};

async function* requestsFor(input: unknown, parts: AsyncIterable<unknown> | undefined): AsyncGenerator<TaskRequest> {
  yield { kind: 'run', input, hasParts: parts !== undefined };
  if (parts === undefined) return;
  for await (const part of parts) yield { kind: 'part', part };
  yield { kind: 'partsEnd' };
}

export const createIsolatedTask = <Input, Output, Part = never>(options: IsolatedTaskOptions): IsolatedTask<Input, Output, Part> => {
  const { memoryBytes, timeoutMs, processes = 1, waiting, refusal } = options;
  const limited = createSemaphore({ running: processes, waiting, refusal: 'request.tooMany' });
  const idle: Worker[] = [];
  const all = new Set<Worker>();

  const discard = (worker: Worker): void => {
    clearTimeout(worker.idleTimer);
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
    worker.child.kill('SIGKILL');
  };

  const acquireWorker = async (): Promise<Worker> => {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      clearTimeout(worker.idleTimer);
      if (!worker.child.connected || worker.child.killed) continue;
      setKeepsAlive(worker, true);
      return worker;
    }
    return startWorker(options, all);
  };

  const putBack = (worker: Worker): void => {
    setKeepsAlive(worker, false);
    worker.idleTimer = setTimeout(() => discard(worker), IDLE_MS).unref();
    idle.push(worker);
  };

  const outcomeOf = (response: TaskResponse): Output => {
    switch (response.kind) {
      case 'done':
        return response.value as Output;
      case 'refused':
        throw new CodedError(response.code, response.details, response.cause === '' ? {} : { cause: new Error(response.cause) });
      case 'exhausted':
        throw new StoppedError('memory', response.message);
      case 'failed':
        throw Object.assign(new Error(`isolated task failed: ${response.message}`), { stack: response.stack });
      case 'ready':
        throw new Error('an isolated process sent an unexpected response');
    }
  };

  const runOnce = async (input: Input, parts: AsyncIterable<Part> | undefined): Promise<Output> => {
    try {
      const worker = await acquireWorker();
      const response = await responseOf(worker, timeoutMs, memoryBytes, requestsFor(input, parts));
      if (!worker.child.killed) putBack(worker);
      return outcomeOf(response);
    } catch (error) {
      if (error instanceof StoppedError) {
        const refused = refusal(error.reason);
        throw new CodedError(refused.code, refused.details, { cause: error });
      }
      throw error;
    }
  };

  return {
    run: (input, parts) => limited(() => runOnce(input, parts)),
    close() {
      for (const worker of all) discard(worker);
    },
  };
};

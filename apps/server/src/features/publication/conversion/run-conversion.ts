/**
 * Runs one conversion in a child process with limits of memory and time, and kills it when aborted. The parent does not trust the results
 * either.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { watchWork } from '../../../platform/isolation/process-cpu.ts';
import { watchMemory } from '../../../platform/isolation/process-memory.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import type { ConversionInput, ConversionListener, ConversionResult, WorkerMessage } from './conversion-model.ts';

export const WORKER = path.join(import.meta.dirname, 'worker.ts');
/** Heap limit of V8 in the child process; the rest of its memory limit is for buffers and image decoding. */
const HEAP_MEGABYTES = 360;
const STDERR_CHARS_MAX = 8_000;

export interface ConversionLimits {
  readonly memoryBytes: number;
  /** Limit of CPU time. */
  readonly timeoutMs: number;
  /** Limit of time with waiting for a busy machine. */
  readonly waitMs: number;
}
export const CONVERSION_LIMITS: ConversionLimits = {
  memoryBytes: PUBLICATION_LIMITS.importWorkerBytes,
  timeoutMs: PUBLICATION_LIMITS.importTimeoutMs,
  waitMs: PUBLICATION_LIMITS.importWaitMs,
};

export interface ConversionRun {
  readonly result: ConversionResult;
  /** Peak memory of the child process; 0 if the system does not report it. */
  readonly peakMemoryBytes: number;
}

/**
 * Runs the conversion. Throws `ImportRefusal` when the file is refused or exceeds a limit, the signal's reason when aborted, and any other
 * error for an internal error.
 */
export const runConversion = async (
  requested: ConversionInput,
  listener: ConversionListener,
  signal: AbortSignal,
  limits: ConversionLimits = CONVERSION_LIMITS,
): Promise<ConversionRun> => {
  signal.throwIfAborted();
  // Node's permissions apply to real paths. The process receives real paths, because otherwise it could not read a file behind a symbolic
  // link.
  const input: ConversionInput = {
    ...requested,
    sourcePath: await realpath(requested.sourcePath),
    folder: await realpath(requested.folder),
  };
  const child = fork(WORKER, [], {
    execArgv: argumentsFor(input),
    // No setting and no secret of the server is passed to the process.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    cwd: input.folder,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let reportExceeded: (() => void) | undefined;
  const watch = watchMemory(child.pid, limits.memoryBytes, () => reportExceeded?.());
  const onExceeded = (handler: () => void): void => {
    reportExceeded = handler;
  };
  try {
    return { result: await waitForResult(child, input, listener, signal, limits, onExceeded), peakMemoryBytes: watch.peak() };
  } finally {
    watch.stop();
    child.kill('SIGKILL');
  }
};

const PROJECT = path.resolve(import.meta.dirname, '../../../../../..');

/** Arguments of Node for running `WORKER`. */
export const argumentsFor = (input: Pick<ConversionInput, 'sourcePath' | 'folder'>): string[] => [
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  '--enable-source-maps',
  ...permissionsFor(input),
];

/**
 * Returns the permissions of the process: it may read the program and its input file and write its own folder, and may not start other
 * processes. Native add-ons (sharp) are allowed.
 */
const permissionsFor = (input: Pick<ConversionInput, 'sourcePath' | 'folder'>): string[] => {
  const program = ['node_modules', 'packages', 'apps/server/src', 'apps/server/dist', 'apps/server/package.json', 'package.json'].map(
    (name) => path.join(PROJECT, name),
  );
  const readable = [...program, input.sourcePath, input.folder];
  return ['--permission', '--allow-addons', ...readable.map((name) => `--allow-fs-read=${name}`), `--allow-fs-write=${input.folder}`];
};

const waitForResult = (
  child: ChildProcess,
  input: ConversionInput,
  listener: ConversionListener,
  signal: AbortSignal,
  { timeoutMs, waitMs }: ConversionLimits,
  onExceeded: (handler: () => void) => void,
): Promise<ConversionResult> =>
  new Promise((resolve, reject) => {
    let errorText = '';
    let result: ConversionResult | undefined;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-STDERR_CHARS_MAX);
    });
    const stopWatch = watchWork(child.pid, timeoutMs, waitMs, () => {
      reject(new ImportRefusal('import.timeout', `转换用时超过 ${Math.round(timeoutMs / 1_000)} 秒仍未完成，文件过大或结构异常`));
    });
    const abort = (): void => reject(signal.reason);
    const end = (): void => {
      stopWatch();
      signal.removeEventListener('abort', abort);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    onExceeded(() => reject(outOfMemory()));
    // A process that could not be started has no exit.
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') listener.progress(message.stage, message.progress, message.detail);
      else if (message.kind === 'rows') listener.rows(message.rows);
      else if (message.kind === 'documentFailed') listener.documentFailed(message.failure);
      else if (message.kind === 'converted') {
        ({ result } = message);
        listener.converted(result);
      } else if (message.kind === 'done' && result !== undefined) resolve(result);
      else if (message.kind === 'done') reject(new Error('conversion ended without a result'));
      else if (message.kind === 'refused') reject(new ImportRefusal(message.code, message.message, message));
      else reject(new Error(`conversion failed: ${message.message}\n${message.stack}`));
    });
    child.once('exit', (code, killSignal) => {
      end();
      const isOutOfMemory = /heap out of memory|Reached heap limit|allocation failed/i.test(errorText);
      reject(
        isOutOfMemory
          ? outOfMemory()
          : new Error(`conversion process ended (${code ?? killSignal}) without a response: ${errorText.slice(-500)}`),
      );
    });
    child.send(input, (error) => error && reject(error));
  });

const outOfMemory = (): ImportRefusal => new ImportRefusal('import.memory', '转换所需内存超过上限，文件过大或结构异常');

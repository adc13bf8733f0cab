/** Runs one conversion in a child process with bounds on memory and time, and ends it when asked. Nothing of the file is trusted on this side either. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { LIMITS } from '@shufang/contract/limits';
import { ImportRefusal } from '../import-refusal.ts';
import type { ConversionInput, ConversionListener, ConversionResult, WorkerMessage } from './conversion-model.ts';

export const WORKER = path.join(import.meta.dirname, 'worker.ts');
/** V8's own part; the rest of the memory limit is for buffers and picture decoding. */
const HEAP_MEGABYTES = 360;
const MEMORY_CHECK_MS = 100;
const STDERR_CHARS_MAX = 8_000;

export interface ConversionLimits {
  readonly memoryBytes: number;
  readonly timeoutMs: number;
}
export const CONVERSION_LIMITS: ConversionLimits = { memoryBytes: LIMITS.importWorkerBytes, timeoutMs: LIMITS.importTimeoutMs };

export interface ConversionRun {
  readonly result: ConversionResult;
  /** Most memory the process was seen to hold; 0 where the system does not tell. */
  readonly peakMemoryBytes: number;
}

/** Throws `ImportRefusal` when the file is refused or breaks a bound, the signal's reason when aborted, and any other error for a fault of ours. */
export const runConversion = async (
  wanted: ConversionInput,
  listener: ConversionListener,
  signal: AbortSignal,
  limits: ConversionLimits = CONVERSION_LIMITS,
): Promise<ConversionRun> => {
  signal.throwIfAborted();
  // A permission names a real place: the process is told the same one, so that a file reached by a link can be read.
  const input: ConversionInput = { ...wanted, sourcePath: await realpath(wanted.sourcePath), folder: await realpath(wanted.folder) };
  const child = fork(WORKER, [], {
    execArgv: argumentsFor(input),
    // No setting and no secret of the server reaches the process.
    env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    cwd: input.folder,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const watch = watchMemory(child, limits.memoryBytes);
  try {
    return { result: await waitForAnswer(child, input, listener, signal, limits.timeoutMs, watch), peakMemoryBytes: watch.peak() };
  } finally {
    watch.stop();
    child.kill('SIGKILL');
  }
};

const PROJECT = path.resolve(import.meta.dirname, '../../../../../..');

/** What Node itself is told when it runs `WORKER`. */
export const argumentsFor = (input: Pick<ConversionInput, 'sourcePath' | 'folder'>): string[] => [
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  '--max-semi-space-size=16',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  ...permissionsFor(input),
];

/** The process may read the program and its one file, write its own folder and start no other process. Native add-ons (sharp) are let in. */
const permissionsFor = (input: Pick<ConversionInput, 'sourcePath' | 'folder'>): string[] => {
  const program = ['node_modules', 'packages', 'apps/server/src', 'apps/server/package.json', 'package.json'].map((name) =>
    path.join(PROJECT, name),
  );
  const readable = [...program, input.sourcePath, input.folder];
  return ['--permission', '--allow-addons', ...readable.map((name) => `--allow-fs-read=${name}`), `--allow-fs-write=${input.folder}`];
};

const waitForAnswer = (
  child: ChildProcess,
  input: ConversionInput,
  listener: ConversionListener,
  signal: AbortSignal,
  timeoutMs: number,
  watch: MemoryWatch,
): Promise<ConversionResult> =>
  new Promise((resolve, reject) => {
    let errorText = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-STDERR_CHARS_MAX);
    });
    const timer = setTimeout(() => {
      reject(new ImportRefusal('import.timeout', `转换超过 ${Math.round(timeoutMs / 1_000)} 秒仍未完成，文件过大或结构异常`));
    }, timeoutMs);
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    watch.onExceeded(() => reject(tooMuchMemory()));
    child.once('error', reject);
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') listener.progress(message.stage, message.progress, message.detail);
      else if (message.kind === 'rows') listener.rows(message.rows);
      else if (message.kind === 'done') resolve(message.result);
      else if (message.kind === 'refused') reject(new ImportRefusal(message.code, message.message, message));
      else reject(new Error(`conversion failed: ${message.message}\n${message.stack}`));
    });
    child.once('exit', (code, killSignal) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      const isOutOfMemory = /heap out of memory|Reached heap limit|allocation failed/i.test(errorText);
      reject(
        isOutOfMemory
          ? tooMuchMemory()
          : new Error(`conversion process ended (${code ?? killSignal}) without an answer: ${errorText.slice(-500)}`),
      );
    });
    child.send(input, (error) => error && reject(error));
  });

const tooMuchMemory = (): ImportRefusal => new ImportRefusal('import.memory', '转换所需内存超过上限，文件过大或结构异常');

interface MemoryWatch {
  onExceeded(handler: () => void): void;
  peak(): number;
  stop(): void;
}

/** Linux tells the memory of another process in /proc; elsewhere only V8's own limit holds. */
const watchMemory = (child: ChildProcess, limitBytes: number): MemoryWatch => {
  let peak = 0;
  let exceeded: (() => void) | undefined;
  const check = async (): Promise<void> => {
    const resident = await readResidentBytes(child.pid);
    peak = Math.max(peak, resident);
    if (resident > limitBytes) exceeded?.();
  };
  const timer = process.platform === 'linux' ? setInterval(() => void check(), MEMORY_CHECK_MS) : undefined;
  return {
    onExceeded: (handler) => {
      exceeded = handler;
    },
    peak: () => peak,
    stop: () => clearInterval(timer),
  };
};

/** 0 once the process has gone. */
const readResidentBytes = async (pid: number | undefined): Promise<number> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0;
    throw error;
  }
};

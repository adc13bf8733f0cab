/** Runs the real server process on a data folder of its own and waits until it is ready. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const projectRoot = path.resolve(import.meta.dirname, '..', '..', '..');

export interface ProductOptions {
  /** Data folder, which `stop` does not delete. If it is absent, a temporary folder is used, which `stop` deletes. */
  readonly dataDir?: string;
  /** Further settings of the server, in addition to PORT, DATA_DIR and a quiet log. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly port?: number;
  readonly readyTimeoutMs?: number;
}

/** A running server, possibly started by another process. */
export interface RunningProduct {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Runs a command of the operator CLI beside the server. Returns its `--json` output. */
  command(...args: string[]): Promise<unknown>;
  /** Ends the use of the server: stops it cleanly, as Ctrl-C does, if this process has started it. */
  stop(): Promise<void>;
}

export interface Product extends RunningProduct {
  readonly process: ChildProcess;
  /** Time in milliseconds from spawning the process to its line `ready`. */
  readonly startMs: number;
  /** Returns the output of the server so far (structured log). */
  output(): string;
}

/** Returns a free port whose next port is also free, because the server serves book content there when books have no host names. */
export const findFreePort = async (): Promise<number> => {
  const listen = (port: number) =>
    new Promise<{ port: number; close: () => Promise<void> } | undefined>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(undefined));
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve({
          port: typeof address === 'object' && address !== null ? address.port : port,
          close: () => new Promise((done) => server.close(() => done())),
        });
      });
    });
  for (;;) {
    const first = await listen(0);
    if (first === undefined) continue;
    const second = await listen(first.port + 1);
    await first.close();
    await second?.close();
    if (second !== undefined) return first.port;
  }
};

/** Creates a temporary data folder. It is readable by the unprivileged user that runs the embedded PostgreSQL when started as root. */
export const makeDataDir = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-'));
  await chmod(folder, 0o755);
  return folder;
};

/** Copies the data folder that the test run has prepared (`PREPARED_DATA_DIR`), with the demo library and the owners of its files. */
const fillDataDir = async (folder: string): Promise<void> => {
  const prepared = process.env['PREPARED_DATA_DIR'];
  if (prepared !== undefined) await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder]);
};

/** Returns the Node arguments that run the built server, relative to the project root, as in `npm start`. */
export const serverArguments = (): string[] => {
  const command = JSON.parse(readFileSync(path.join(projectRoot, 'apps', 'server', 'server-command.json'), 'utf8')) as {
    arguments: string[];
  };
  return command.arguments;
};

const node = (args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, args, { cwd: projectRoot, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });

const collect = (child: ChildProcess): (() => string) => {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
};

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)));

/** Creates a data folder, with the demo library if the test run has prepared one. The caller deletes it. */
export const makePreparedDataDir = async (): Promise<string> => {
  const folder = await makeDataDir();
  await fillDataDir(folder);
  return folder;
};

/** Runs a command of the operator CLI with the settings of the server. Returns its `--json` output. Throws with its output if it fails. */
const runCommand = async (environment: Readonly<Record<string, string>>, args: readonly string[]): Promise<unknown> => {
  const cli = node(
    ['--disable-warning=ExperimentalWarning', '--enable-source-maps', 'apps/server/dist/cli.js', ...args, '--json'],
    environment,
  );
  const text = { out: '', err: '' };
  cli.stdout?.on('data', (chunk: Buffer) => {
    text.out += chunk.toString();
  });
  cli.stderr?.on('data', (chunk: Buffer) => {
    text.err += chunk.toString();
  });
  const code = await ended(cli);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${text.out}\n${text.err}`);
  return JSON.parse(text.out.trim().split('\n').at(-1) ?? 'null') as unknown;
};

/** Returns the settings of a server. A test runner sets MODE for its own purpose, so its value is not passed on. */
const environmentOf = ({
  port,
  dataDir,
  environment,
}: {
  readonly port: number;
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}): Record<string, string> => ({ MODE: 'demo', LOG_LEVEL: 'info', ...environment, PORT: String(port), DATA_DIR: dataDir });

/** Returns a server that another process has started without further settings, and that it will stop. */
export const connectProduct = ({ port, dataDir }: { readonly port: number; readonly dataDir: string }): RunningProduct => ({
  url: `http://localhost:${port}`,
  port,
  dataDir,
  command: (...args) => runCommand(environmentOf({ port, dataDir }), args),
  stop: () => Promise.resolve(),
});

/** Waits for the line `ready` of the server. Throws with its output if it exits or is not ready in time. */
const waitUntilReady = (child: ChildProcess, output: () => string, timeoutMs: number): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server was not ready in time:\n${output()}`)), timeoutMs);
    child.stdout?.on('data', () => {
      if (!/^ready /m.test(output())) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`the server ended before it was ready:\n${output()}`));
    });
  });

/** Starts the server. Throws with its output if it exits or is not ready in time; then it is stopped. */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const dataDir = options.dataDir ?? (await makePreparedDataDir());
  const port = options.port ?? (await findFreePort());
  const environment = environmentOf({ port, dataDir, environment: options.environment });
  const began = performance.now();
  const child = node(serverArguments(), environment);
  const output = collect(child);
  const url = options.environment?.['PUBLIC_URL'] ?? `http://localhost:${port}`;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended(child);
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child, output, options.readyTimeoutMs ?? 120_000);
  } catch (error) {
    await stop();
    throw error;
  }
  const startMs = performance.now() - began;
  return {
    url,
    port,
    dataDir,
    process: child,
    startMs,
    output,
    command: (...args) => runCommand(environment, args),
    stop,
  };
};

/**
 * Prepares the data folder of a first start, with the demo library, which every `startProduct` of this test run copies from then on. Returns
 * a function that deletes it.
 */
export const prepareDataDir = async (): Promise<() => Promise<void>> => {
  const dataDir = await makeDataDir();
  await (await startProduct({ dataDir })).stop();
  process.env['PREPARED_DATA_DIR'] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
};

/** Runs PostgreSQL's programs; as root they run as an ordinary user, because PostgreSQL refuses root. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export interface OrdinaryUser {
  uid: number;
  gid: number;
  name: string;
}

/** Whom to drop to: `nobody` of this system when we are root, else nobody at all (undefined: stay who we are). */
export const findOrdinaryUser = async (): Promise<OrdinaryUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('nobody:'));
  const [name = 'nobody', , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid), name };
};

export interface RunResult {
  /** Exit status; undefined when a signal ended it. */
  status: number | undefined;
  output: string;
}

export interface RunOptions {
  user: OrdinaryUser | undefined;
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
}

/** Runs a program to its end and answers what it said on both outputs. Rejects only when it cannot be started at all. */
export const runProgram = (program: string, args: readonly string[], options: RunOptions): Promise<RunResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: options.env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
      ...(options.user === undefined ? {} : { uid: options.user.uid, gid: options.user.gid }),
    });
    let output = '';
    const collect = (chunk: string): void => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    // `exit`, not `close`: the server that pg_ctl starts may keep the pipes open.
    child.once('exit', (status) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ status: status ?? undefined, output });
      });
    });
  });

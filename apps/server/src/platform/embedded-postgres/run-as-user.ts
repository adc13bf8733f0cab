/** Runs PostgreSQL's programs. If the current user is root they run as an ordinary user, because PostgreSQL refuses to run as root. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export interface OrdinaryUser {
  uid: number;
  gid: number;
  name: string;
}

/** Returns the user `nobody` of this system if the current user is root; else undefined, which means the current user. */
export const findOrdinaryUser = async (): Promise<OrdinaryUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('nobody:'));
  const [name = 'nobody', , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid), name };
};

export interface RunResult {
  /** Exit status of the program; undefined if a signal ended it. */
  status: number | undefined;
  output: string;
}

export interface RunOptions {
  user: OrdinaryUser | undefined;
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
}

/** Runs a program until it ends and returns what it wrote to both outputs. Rejects only if it cannot be started. */
export const runProgram = (program: string, args: readonly string[], options: RunOptions): Promise<RunResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: options.env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
      // Ctrl-C in a terminal reaches the whole process group. A `pg_ctl` that it ended would leave the database server that it had just started
      // behind, so programs run in a session of their own and end before the server stops.
      detached: process.platform !== 'win32',
      ...(options.user === undefined ? {} : { uid: options.user.uid, gid: options.user.gid }),
    });
    let output = '';
    const collect = (chunk: string): void => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    // Waits for `exit` and not for `close`, because the server that pg_ctl starts may keep the pipes open.
    child.once('exit', (status) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ status: status ?? undefined, output });
      });
    });
  });

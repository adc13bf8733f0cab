/**
 * A small shell process beside each process that uses the embedded PostgreSQL. It reads from a pipe of its owner. When the owner is killed,
 * the pipe closes; if no other process uses the database after a grace period, the guard shuts it down.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Time between the end of the last process and the shutdown, long enough for a process manager to restart the server and find the database
 * still running.
 */
export const ORPHAN_GRACE_SECONDS = 10;

/**
 * Shell script of the guard: $1 folder of the registered processes, $2 the owner's file in it, $3 the postmaster's pid file, $4 grace
 * period in seconds. SIGINT is PostgreSQL's fast shutdown.
 */
const SCRIPT = `
trap '' HUP INT TERM
read -r word && [ "$word" = done ] && exit 0
rm -f "$2"
sleep "$4"
for file in "$1"/*; do
  [ -e "$file" ] || continue
  name="\${file##*/}"
  if kill -0 "\${name%%.*}" 2>/dev/null; then exit 0; fi
  rm -f "$file"
done
read -r pid < "$3" && [ "$pid" -gt 1 ] && kill -INT "$pid"
`;

export interface OrphanGuard {
  /** Ends the guard after an orderly shutdown of its owner; resolves when it has ended. */
  dismiss(): Promise<void>;
}

/**
 * Registers this process as a user of the database and starts the guard. On Windows there is no guard: the next start attaches to the
 * running database.
 */
export const setOrphanGuard = async (folder: string, postmasterPidFile: string): Promise<OrphanGuard> => {
  if (process.platform === 'win32') return { dismiss: async () => undefined };
  const users = path.join(folder, 'users');
  const own = path.join(users, `${process.pid}.${randomUUID()}`);
  await mkdir(users, { recursive: true, mode: 0o700 });
  await writeFile(own, '');
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'shufang-orphan-guard', users, own, postmasterPidFile, String(ORPHAN_GRACE_SECONDS)], {
    // The guard has its own session, because Ctrl-C in the terminal must not reach it before its owner.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = new Promise<void>((resolve) => {
    shell.once('exit', () => resolve());
    shell.once('error', () => resolve());
  });
  shell.unref();
  // The open pipe to the guard must not prevent this process from ending.
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  shell.stdin.on('error', () => undefined);
  return {
    async dismiss() {
      await rm(own, { force: true });
      shell.ref();
      shell.stdin.end('done\n');
      await gone;
    },
  };
};

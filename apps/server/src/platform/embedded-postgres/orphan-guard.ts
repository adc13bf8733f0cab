/**
 * A tiny shell process beside each process that uses the embedded PostgreSQL. It holds a pipe to its owner; when the owner
 * dies without saying goodbye the pipe closes, and if nobody else uses the database after a grace period it is shut down.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Long enough for a process manager to start the server again and find the database still warm. */
export const ORPHAN_GRACE_SECONDS = 10;

/** $1 folder of the users, $2 the owner's file in it, $3 the postmaster's pid file, $4 seconds of grace. SIGINT is PostgreSQL's fast shutdown. */
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
  /** The owner has put everything in order itself; resolves when the guard is gone. */
  dismiss(): Promise<void>;
}

/** Registers this process as a user of the database and sets the guard. On Windows there is no guard: the next start attaches. */
export const setOrphanGuard = async (folder: string, postmasterPidFile: string): Promise<OrphanGuard> => {
  if (process.platform === 'win32') return { dismiss: async () => undefined };
  const users = path.join(folder, 'users');
  const own = path.join(users, `${process.pid}.${randomUUID()}`);
  await mkdir(users, { recursive: true, mode: 0o700 });
  await writeFile(own, '');
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'shufang-orphan-guard', users, own, postmasterPidFile, String(ORPHAN_GRACE_SECONDS)], {
    // A session of its own: Ctrl-C in the terminal must not reach it before us.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = new Promise<void>((resolve) => {
    shell.once('exit', () => resolve());
    shell.once('error', () => resolve());
  });
  shell.unref();
  // The pipe alone must not keep a finished process alive.
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

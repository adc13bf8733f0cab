/** A lock file that names the process holding it; the lock of a dead process is taken over. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCodeOf } from './embedded-postgres-error.ts';

const POLL_MS = 25;
/** Locks held by this very process: the file alone would call them our own leftovers after a restart in a container. */
const heldHere = new Set<string>();

/** State and start of a process from the system's table; undefined when it is gone or the system has no such table. */
const readProcess = (pid: number): { state: string; start: string } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, start: rest[18] ?? '' };
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ESRCH') return undefined;
    throw error;
  }
};

/** When a process began, so that a number used again is not mistaken for the old process; empty where the system does not tell. */
const startOf = (pid: number): string => readProcess(pid)?.start ?? '';

/** Whether a process has this number, alive or killed but not yet waited for. */
export const isTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
};

/** A killed process nobody has waited for yet still has its number, but is not alive. */
export const isAlive = (pid: number): boolean => isTaken(pid) && readProcess(pid)?.state !== 'Z';

/** The live process that holds `file`, or undefined when nobody does. */
const holderOf = async (file: string): Promise<number | undefined> => {
  try {
    const [pidText = '', start = ''] = (await readFile(file, 'utf8')).split('\n');
    const pid = Number(pidText);
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
    if (pid === process.pid) return heldHere.has(file) ? pid : undefined;
    return isAlive(pid) && startOf(pid) === start ? pid : undefined;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

export interface ProcessLock {
  release(): Promise<void>;
}

/** Waits up to `waitMs` for the lock; answers the holder's process number when it stays taken. */
export const takeProcessLock = async (file: string, waitMs: number): Promise<ProcessLock | { heldBy: number }> => {
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const heldBy = await holderOf(file);
    if (heldBy === undefined) {
      const candidate = `${file}.${randomUUID()}`;
      await writeFile(candidate, `${process.pid}\n${startOf(process.pid)}\n`, { mode: 0o600 });
      try {
        // A dead holder's file is moved away under a name of its own: only one of several takers can move it.
        if ((await readFile(file, 'utf8').catch(() => undefined)) !== undefined && (await holderOf(file)) === undefined) {
          const moved = `${candidate}.dead`;
          await rename(file, moved);
          // Another taker may have been quicker and this is its fresh lock: put it back.
          if ((await holderOf(moved)) !== undefined) await link(moved, file);
          await rm(moved, { force: true });
        }
        await link(candidate, file);
        heldHere.add(file);
        return {
          async release() {
            heldHere.delete(file);
            await rm(file, { force: true });
          },
        };
      } catch (error) {
        if (systemCodeOf(error) !== 'EEXIST' && systemCodeOf(error) !== 'ENOENT') throw error;
      } finally {
        await rm(candidate, { force: true });
      }
    } else if (performance.now() > giveUpAt) return { heldBy };
    await sleep(POLL_MS);
  }
};

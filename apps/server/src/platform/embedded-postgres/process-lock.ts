/** A lock file with the id of the process that holds it; the lock of a dead process is taken over. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCodeOf } from './embedded-postgres-error.ts';

const POLL_MS = 25;
/**
 * Paths of locks held by this process. A lock file with this process id that is not listed here was left by a predecessor with the same id,
 * as after a restart of a container.
 */
const heldHere = new Set<string>();

/** Returns state and start time of a process from /proc; undefined if it has ended or the system has no /proc. */
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

/**
 * Returns the start time of a process, which distinguishes it from an earlier one with the same id; empty if the system does not report it.
 */
const startOf = (pid: number): string => readProcess(pid)?.start ?? '';

/** Returns whether a process has this id; it may be a zombie. */
export const isPidInUse = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === 'EPERM';
  }
};

/** Returns whether the process is running. A zombie, killed and not yet waited for, still has its id but is not running. */
export const isAlive = (pid: number): boolean => isPidInUse(pid) && readProcess(pid)?.state !== 'Z';

/** Returns the id of the running process that holds `file`, or undefined if there is none. */
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

/** Acquires the lock, waiting up to `waitMs` for it; returns the id of the holder if the lock is still held. */
export const acquireProcessLock = async (file: string, waitMs: number): Promise<ProcessLock | { heldBy: number }> => {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const heldBy = await holderOf(file);
    if (heldBy === undefined) {
      const candidate = `${file}.${randomUUID()}`;
      await writeFile(candidate, `${process.pid}\n${startOf(process.pid)}\n`, { mode: 0o600 });
      try {
        // The lock file of a dead holder is renamed to a unique name, which only one of several processes can do.
        if ((await readFile(file, 'utf8').catch(() => undefined)) !== undefined && (await holderOf(file)) === undefined) {
          const moved = `${candidate}.dead`;
          await rename(file, moved);
          // If another process has acquired the lock in the meantime, the renamed file is the lock of that process and is restored.
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
    } else if (performance.now() > deadline) return { heldBy };
    await sleep(POLL_MS);
  }
};

/** The CPU time of another process, as the system reports it. */
import { readFile } from 'node:fs/promises';

const CHECK_MS = 200;
/** Clock ticks in a second in which Linux counts CPU time for programs (`USER_HZ`), on every architecture that we support. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU time of a process in milliseconds, of all its threads; 0 after the process has ended. */
const readCpuMs = async (pid: number | undefined): Promise<number> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces. `utime` and `stime` are the 12th and 13th field after it (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0;
    throw error;
  }
};

/**
 * Calls `onExceeded` when a process has worked for `limitMs`: waiting for a busy machine does not count. `waitLimitMs` bounds the time with
 * waiting. On systems other than Linux, the time with waiting has the first limit. Returns a function that ends the watch.
 */
export const watchWork = (pid: number | undefined, limitMs: number, waitLimitMs: number, onExceeded: () => void): (() => void) => {
  const isCounted = process.platform === 'linux';
  const check = async (): Promise<void> => {
    if ((await readCpuMs(pid)) > limitMs) onExceeded();
  };
  const work = isCounted ? setInterval(() => void check(), CHECK_MS) : undefined;
  const wait = setTimeout(onExceeded, isCounted ? waitLimitMs : limitMs);
  return () => {
    clearInterval(work);
    clearTimeout(wait);
  };
};

/** The CPU time of another process, as the system reports it. */
import { readProcessFile } from './process-file.ts';

const CHECK_MS = 200;
/** Clock ticks in a second in which Linux counts CPU time for programs (`USER_HZ`), on every architecture that we support. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU time of a process in milliseconds, of all its threads; 0 if it cannot be read now. */
const readCpuMs = async (pid: number | undefined): Promise<number> => {
  const stat = await readProcessFile(pid, 'stat');
  // The name of the program, in parentheses, may contain spaces. `utime` and `stime` are the 12th and 13th field after it (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1_000) / TICKS_PER_SECOND;
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

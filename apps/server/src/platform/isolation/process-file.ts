/** Files in which Linux reports about another process (proc(5)). */
import { readFile } from 'node:fs/promises';

/** Errors after the process has ended, and while this process or the system cannot open more files: the next check reads again. */
const SKIPPED = new Set<unknown>(['ENOENT', 'ESRCH', 'EMFILE', 'ENFILE']);

/** Returns a file of a process; empty if it cannot be read now. */
export const readProcessFile = async (pid: number | undefined, name: 'stat' | 'status'): Promise<string> => {
  try {
    return await readFile(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && SKIPPED.has(error.code)) return '';
    throw error;
  }
};

/** Reads the memory of other processes from /proc. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH' || error.code === 'EACCES');

const readField = (file: string, field: string): number => {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
};

/**
 * Returns the private memory plus a proportional part of the shared memory: the values of several processes add up to their total memory.
 */
export const proportionalBytes = (pid: number): number => readField(`/proc/${pid}/smaps_rollup`, 'Pss');
export const residentBytes = (pid: number): number => readField(`/proc/${pid}/status`, 'VmRSS');

const workingFolderOf = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
};

export interface ProcessUse {
  /** Largest memory of a process in bytes. */
  peakBytes: number;
  /** CPU time in milliseconds of all processes while they were observed. Not affected by other load on the machine. */
  coreMs: number;
}

/** Duration of a clock tick in /proc in milliseconds, the same on all common Linux systems. */
const TICK_MS = 10;

const coreMsOf = (pid: string): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
};

/** Returns the CPU time of the current processes whose working folder is inside `folder`, and of one more process. */
export const coreMsIn = (folder: string, also: number | undefined): { inside: number; also: number } => ({
  inside: readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && workingFolderOf(pid).startsWith(folder))
    .reduce((sum, pid) => sum + coreMsOf(pid), 0),
  also: also === undefined ? 0 : coreMsOf(String(also)),
});

/** Observes the processes whose working folder is inside `folder`. */
export const watchProcessesIn = (folder: string): { stop: () => ProcessUse } => {
  const seen = new Map<string, ProcessUse>();
  const others = new Set<string>();
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid) || others.has(pid)) continue;
      const known = seen.get(pid);
      if (known === undefined && !workingFolderOf(pid).startsWith(folder)) {
        // A new process may still change its working folder, so it is checked until it has run for a moment.
        if (coreMsOf(pid) > 200) others.add(pid);
        continue;
      }
      const { peakBytes, coreMs } = known ?? { peakBytes: 0, coreMs: 0 };
      seen.set(pid, {
        peakBytes: Math.max(peakBytes, readField(`/proc/${pid}/status`, 'VmHWM')),
        coreMs: Math.max(coreMs, coreMsOf(pid)),
      });
    }
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      const all = [...seen.values()];
      return { peakBytes: Math.max(0, ...all.map((each) => each.peakBytes)), coreMs: all.reduce((sum, each) => sum + each.coreMs, 0) };
    },
  };
};

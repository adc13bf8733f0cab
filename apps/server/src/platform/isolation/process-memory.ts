/** The memory of another process, as the system reports it. */
import { readProcessFile } from './process-file.ts';

const CHECK_MS = 50;

export interface MemoryWatch {
  /** Returns the peak memory of the process in bytes; 0 if the system does not report it. */
  peak(): number;
  stop(): void;
}

/** Returns the resident memory of a process in bytes; 0 if it cannot be read now. */
const readResidentBytes = async (pid: number | undefined): Promise<number> => {
  const status = await readProcessFile(pid, 'status');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
};

/**
 * Watches whether a process exceeds `limitBytes`. Linux reports the memory of another process in /proc (proc(5)); on other systems only
 * V8's own limit applies.
 */
export const watchMemory = (pid: number | undefined, limitBytes: number, onExceeded: () => void): MemoryWatch => {
  let peak = 0;
  const check = async (): Promise<void> => {
    const resident = await readResidentBytes(pid);
    peak = Math.max(peak, resident);
    if (resident > limitBytes) onExceeded();
  };
  const timer = process.platform === 'linux' ? setInterval(() => void check(), CHECK_MS) : undefined;
  return { peak: () => peak, stop: () => clearInterval(timer) };
};

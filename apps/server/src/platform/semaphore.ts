/** A semaphore: a number of tasks run at the same time, a number wait, and further ones are rejected. */
import { CodedError, type ErrorCode } from '@shufang/contract';

interface SemaphoreLimits {
  readonly running: number;
  readonly waiting: number;
  /** Error for a task that may not wait. */
  readonly refusal: ErrorCode;
}

/** Creates a semaphore. The function that it returns runs a task in its turn; it throws `refusal` when no more tasks may wait. */
export const createSemaphore = (limits: SemaphoreLimits): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limits.running) {
      if (waiting.length >= limits.waiting) throw new CodedError(limits.refusal);
      // The slot is handed to the next waiting task, so that a new one cannot take it first.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

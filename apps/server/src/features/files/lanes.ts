/** Bounded work: so many at the same time, so many waiting, the rest is refused. */
import { CodedError } from '@shufang/contract';

/** The answered function throws `request.tooMany` when nobody more may wait. */
export const createLanes = (limits: { running: number; waiting: number }): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limits.running) {
      if (waiting.length >= limits.waiting) throw new CodedError('request.tooMany');
      // Whoever ends hands the lane over, so that nobody slips in between.
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

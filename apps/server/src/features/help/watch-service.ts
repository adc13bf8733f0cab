/** Records the state of the service every minute. Runs in each server process. */
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createServiceHistory } from './service-history.ts';
import { type ProbeDependencies, probeService } from './service-probes.ts';

const PROBE_INTERVAL_MS = 60_000;

/**
 * Starts recording and returns the function that stops it. Several processes may record at the same time, because only changes are written.
 */
export const watchService = (dependencies: ProbeDependencies & { readonly clock: Clock; readonly log: Logger }): (() => Promise<void>) => {
  const history = createServiceHistory(dependencies);
  const record = async (): Promise<void> => {
    try {
      await history.record(await probeService(dependencies));
    } catch (error) {
      dependencies.log.error({ err: error }, 'the state of the service could not be recorded');
    }
  };
  let running = record();
  const timer = setInterval(() => {
    running = record();
  }, PROBE_INTERVAL_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};

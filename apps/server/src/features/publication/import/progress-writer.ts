/** Writes the progress of an import to its row and publishes it, at most a few times per second. */
import type { ImportJob } from '@shufang/contract';
import { IMPORT_PROGRESS_EVENT, type ImportDependencies } from './import-dependencies.ts';
import { updateImportProgress } from './import-job.ts';

const WRITE_EVERY_MS = 250;

export type ImportProgress = Pick<ImportJob, 'id' | 'stage' | 'progress' | 'detail'>;

export interface ProgressWriter {
  report(stage: ImportJob['stage'], progress: number, detail: string): void;
  /** Drops unwritten progress and resolves when nothing is being written. */
  settle(): Promise<void>;
  publishEnd(job: ImportJob): Promise<void>;
}

/** Creates the writer of one import's progress. `onEnded` is called when the import has ended or its cancellation was requested. */
export const createProgressWriter = (
  deps: Pick<ImportDependencies, 'db' | 'events' | 'log'>,
  id: string,
  onEnded: () => void,
  onProgress: ((progress: Pick<ImportJob, 'stage' | 'progress' | 'detail'>) => void) | undefined,
): ProgressWriter => {
  let latest: ImportProgress | undefined;
  let writing: Promise<void> | undefined;
  let endWait = (): void => undefined;

  const write = async (): Promise<void> => {
    while (latest) {
      const now = latest;
      latest = undefined;
      if (!(await updateImportProgress(deps.db.orm, id, now))) onEnded();
      await deps.events.publish(IMPORT_PROGRESS_EVENT, now);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WRITE_EVERY_MS);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };

  return {
    report(stage, progress, detail) {
      onProgress?.({ stage, progress, detail });
      latest = { id, stage, progress, detail };
      writing ??= write()
        .catch((error: unknown) => deps.log.warn({ err: error, importId: id }, 'import progress could not be written'))
        .finally(() => {
          writing = undefined;
        });
    },
    async settle() {
      latest = undefined;
      endWait();
      await writing;
    },
    async publishEnd({ stage, progress, detail }) {
      onProgress?.({ stage, progress, detail });
      await deps.events.publish(IMPORT_PROGRESS_EVENT, { id, stage, progress, detail } satisfies ImportProgress);
    },
  };
};

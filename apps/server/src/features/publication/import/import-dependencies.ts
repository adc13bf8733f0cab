/** Dependencies of the import use cases. */
import type { ImportFinding } from '@shufang/contract';
import type { ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { ConversionInput, ConversionListener } from '../conversion/conversion-model.ts';
import { type ConversionRun, runConversion } from '../conversion/run-conversion.ts';
import { checkStandard } from '../standard/check-standard.ts';
import { temporaryFolderOf } from './temporary-folder.ts';

export interface ImportDependencies {
  readonly db: Database;
  readonly objects: ObjectStorage;
  readonly events: EventBus;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: Logger;
  /** Converts a file in a child process (`runConversion`). */
  readonly convert: (input: ConversionInput, listener: ConversionListener, signal: AbortSignal) => Promise<ConversionRun>;
  /** Returns what is wrong with a file by the EPUB standard (`checkStandard`). */
  readonly checkStandard: (sourcePath: string) => Promise<ImportFinding[]>;
  /** Returns the users with their own right to this book, who are notified of a new version; absent when nobody is notified. */
  readonly ownersOf?: (tx: Transaction, bookId: string) => Promise<readonly string[]>;
  /** Called in the transaction in which the text of a version becomes complete; absent when nothing depends on it. */
  readonly onIndexed?: (tx: Transaction, bookId: string) => Promise<void>;
  /** Folder for uploads and running conversions (`DATA_DIR/tmp`); created when missing, leftovers are removed at start. */
  readonly temporaryFolder: string;
}

type ImportPlatform = Omit<ImportDependencies, 'convert' | 'checkStandard' | 'temporaryFolder' | 'ownersOf' | 'onIndexed'> & {
  readonly config: Pick<Config, 'dataDir'>;
};

/** `ownersOf` belongs to the entitlement slice and `onIndexed` to the annotation slice, so the assembly passes them in. */
export const createImportDependencies = (
  { db, objects, events, jobs, clock, log, config }: ImportPlatform,
  { ownersOf, onIndexed }: Required<Pick<ImportDependencies, 'ownersOf' | 'onIndexed'>>,
): ImportDependencies => ({
  db,
  objects,
  events,
  jobs,
  clock,
  log,
  convert: runConversion,
  checkStandard,
  ownersOf,
  onIndexed,
  temporaryFolder: temporaryFolderOf(config),
});

/** The job that runs a queued import; its data is `{ id }`. */
export const IMPORT_JOB = 'publication.import';
/** The event with the progress of an import (`ImportProgress`). */
export const IMPORT_PROGRESS_EVENT = 'import.progress';
/** The event `{ id }` that makes the process running this import cancel it. */
export const IMPORT_CANCEL_EVENT = 'import.cancel';

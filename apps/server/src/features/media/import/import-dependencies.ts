/** What the import use cases work with. */
import type { ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';

export interface ImportDependencies {
  readonly db: Database;
  readonly objects: ObjectStorage;
  readonly events: EventBus;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: Logger;
  /** Who reads this book by a right of their own and hears of a new version of it. Absent: nobody is told. */
  readonly ownersOf?: (tx: Transaction, bookId: string) => Promise<readonly string[]>;
  /** For uploads and conversions under way (`DATA_DIR/tmp`); made when missing, leftovers removed at start. */
  readonly temporaryFolder: string;
}

/** Job that runs a queued import; data `{ id }`. */
export const IMPORT_JOB = 'media.import';
/** Event with an `ImportProgress`. */
export const IMPORT_PROGRESS_EVENT = 'import.progress';
/** Event `{ id }`: whoever runs this import gives up. */
export const IMPORT_CANCEL_EVENT = 'import.cancel';

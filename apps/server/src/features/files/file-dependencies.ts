/** What the use cases of people's files work with. */
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PersonalDataHolder } from '../../platform/personal-data.ts';

export interface FileDependencies {
  readonly db: Database;
  readonly objects: ObjectStorage;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** For uploads and exports under way (`DATA_DIR/tmp`). */
  readonly temporaryFolder: string;
}

/** An export asks every slice for its part. */
export interface ExportDependencies extends FileDependencies {
  readonly holders: readonly PersonalDataHolder[];
}

/** Job that packs a copy of a person's data; data `{ id }` of the export. */
export const DATA_EXPORT_JOB = 'files.dataExport';

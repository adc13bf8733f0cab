/** The dependencies of the files slice. */
import type { FileUse } from '@shufang/contract';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PersonalDataHolder } from '../../platform/personal-data.ts';
import { temporaryFolderOf } from '../publication/import/temporary-folder.ts';
import type { StoredFile } from './user-file.ts';

export interface FileDependencies {
  readonly db: Database;
  readonly objects: ObjectStorage;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** Folder for uploads and exports in progress (`DATA_DIR/tmp`). */
  readonly temporaryFolder: string;
}

export interface ListFilesDependencies extends Pick<FileDependencies, 'db' | 'clock'> {
  /** Returns where these files of a user are used, by file id; files that are not used may be missing from the result. */
  readonly usesOf: (db: Queryable, ownerId: string, files: readonly StoredFile[]) => Promise<ReadonlyMap<string, readonly FileUse[]>>;
}

/** The dependencies of a data export, which collects a user's personal data from all slices. */
export interface ExportDependencies extends FileDependencies {
  readonly holders: readonly PersonalDataHolder[];
}

type FilePlatform = Omit<FileDependencies, 'temporaryFolder'> & { readonly config: Pick<Config, 'dataDir'> };

export const createFileDependencies = ({ db, objects, clock, jobs, log, config }: FilePlatform): FileDependencies => ({
  db,
  objects,
  clock,
  jobs,
  log,
  temporaryFolder: temporaryFolderOf(config),
});

export const createExportDependencies = (platform: FilePlatform, holders: readonly PersonalDataHolder[]): ExportDependencies => ({
  ...createFileDependencies(platform),
  holders,
});

/** The job that produces the export of a user's data; its data is `{ id }`, the id of the export. */
export const DATA_EXPORT_JOB = 'files.dataExport';

/** Lists all versions for operators, including withdrawn ones, newest first. */
import type { UseCase } from '../../platform/http/register.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { listVersionRows } from './store.ts';

/** Maximum number of listed versions; publishing as many takes years. */
export const VERSION_RECORDS_SHOWN = 500;

export const listVersionRecords: UseCase<'listVersionRecords', ReleaseDependencies> = async ({ db }) => ({
  items: await listVersionRows(db.orm, VERSION_RECORDS_SHOWN),
});

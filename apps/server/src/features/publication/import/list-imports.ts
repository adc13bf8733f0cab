/** Lists the newest imports within the caller's access scope. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import { listNewestImports } from './import-job.ts';

export const listImports: UseCase<'listImports', ImportDependencies> = async ({ db }, { accessScope }, { limit }) => ({
  items: await listNewestImports(db.orm, limit, accessScope),
});

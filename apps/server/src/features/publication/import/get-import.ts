/** Returns an import with its progress and findings. Throws `import.notFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import { requireImport } from './import-job.ts';

export const getImport: UseCase<'getImport', ImportDependencies> = ({ db }, _caller, { id }) => requireImport(db.orm, id);

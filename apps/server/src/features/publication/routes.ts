/** Registers the operations of imports. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { cancelImport } from './import/cancel-import.ts';
import { getImport } from './import/get-import.ts';
import type { ImportDependencies } from './import/import-dependencies.ts';
import { listImports } from './import/list-imports.ts';
import { retryImport } from './import/retry-import.ts';
import { registerImportUpload } from './import/upload-route.ts';

export const registerPublicationRoutes = (router: Router, dependencies: ImportDependencies): void => {
  register(router, dependencies, { getImport, listImports, cancelImport, retryImport });
  registerImportUpload(router, dependencies);
};

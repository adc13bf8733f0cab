/** Registers the operations of the start page of the admin area. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { type AdminDependencies, getAdminWork } from './get-admin-work.ts';
import { getPrintStatus, type PrintDependencies } from './get-print-status.ts';
import { getStorageUse, type StorageDependencies } from './get-storage-use.ts';

export const registerAdminRoutes = (router: Router, dependencies: AdminDependencies & StorageDependencies & PrintDependencies): void =>
  register(router, dependencies, { getAdminWork, getStorageUse, getPrintStatus });

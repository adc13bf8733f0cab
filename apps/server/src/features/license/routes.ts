/** Registers the operations of institution licenses. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { createLicense } from './create-license.ts';
import { detectInstitution } from './detect-institution.ts';
import type { LicenseDependencies } from './license-dependencies.ts';
import { listLicenses } from './list-licenses.ts';
import { setLicenseSeats } from './set-license-seats.ts';
import { setLicenseStatus } from './set-license-status.ts';

export const registerLicenseRoutes = (router: Router, dependencies: LicenseDependencies): void =>
  register(router, dependencies, { detectInstitution, listLicenses, createLicense, setLicenseSeats, setLicenseStatus });

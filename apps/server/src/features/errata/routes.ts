/** Registers the operations of errata. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { decideErratum } from './decide-erratum.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import { listAdminErrata } from './list-admin-errata.ts';
import { listErrata } from './list-errata.ts';
import { reportErratum } from './report-erratum.ts';

export const registerErrataRoutes = (router: Router, dependencies: ErrataDependencies): void =>
  register(router, dependencies, { reportErratum, listErrata, listAdminErrata, decideErratum });

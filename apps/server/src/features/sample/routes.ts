/** Registers the operations of samples. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { cancelSample } from './cancel-sample.ts';
import { decideSamples } from './decide-samples.ts';
import { exportSamples } from './export-samples.ts';
import { listAdminSamples } from './list-admin-samples.ts';
import { listSamples } from './list-samples.ts';
import { receiveSample } from './receive-sample.ts';
import { requestSamples } from './request-samples.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import { shipSamples } from './ship-samples.ts';

export const registerSampleRoutes = (router: Router, dependencies: SampleDependencies): void =>
  register(router, dependencies, {
    requestSamples,
    listSamples,
    cancelSample,
    receiveSample,
    listAdminSamples,
    decideSamples,
    shipSamples,
    exportSamples,
  });

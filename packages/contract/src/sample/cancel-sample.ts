import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { sample } from './sample-request.ts';

/** Withdraws a request that was not decided yet; it no longer counts toward the quota. Throws `sample.notFound`, `sample.stateChanged`. */
export const cancelSample = operation({
  name: 'cancelSample',
  method: 'POST',
  path: '/api/sample/cancel',
  summary: '撤回样书申请',
  permission: 'requestSample',
  input: z.object({ id: entityId }),
  output: sample,
  errors: ['sample.notFound', 'sample.stateChanged'],
});

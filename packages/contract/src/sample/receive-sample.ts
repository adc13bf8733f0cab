import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { sample } from './sample-request.ts';

/** Confirms that a shipped sample arrived. Throws `sample.notFound`, `sample.stateChanged`. */
export const receiveSample = operation({
  name: 'receiveSample',
  method: 'POST',
  path: '/api/sample/receive',
  summary: '确认收到样书',
  permission: 'requestSample',
  input: z.object({ id: entityId }),
  output: sample,
  errors: ['sample.notFound', 'sample.stateChanged'],
});

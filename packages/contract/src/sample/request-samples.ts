import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { sample, sampleApplication } from './sample-request.ts';

/** Asks for a sample of each of the books. Returns the samples. Throws `sample.alreadyRequested`, `sample.quotaUsed`. */
export const requestSamples = operation({
  name: 'requestSamples',
  method: 'POST',
  path: '/api/sample/apply',
  summary: '申请样书',
  permission: 'requestSample',
  input: sampleApplication,
  output: z.object({ items: z.array(sample) }),
  errors: ['catalog.bookNotFound', 'sample.alreadyRequested', 'sample.quotaUsed'],
});

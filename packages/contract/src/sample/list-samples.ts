import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { sample, sampleQuota, shippingAddress } from './sample-request.ts';

/** Lists the caller's samples, the newest first, at most 200; with `bookId`, those of one book. */
export const listSamples = operation({
  name: 'listSamples',
  method: 'GET',
  path: '/api/sample/list',
  summary: '我的样书',
  permission: 'requestSample',
  input: z.object({ bookId: entityId.optional() }),
  output: z.object({
    items: z.array(sample),
    quota: sampleQuota,
    /** The address of the newest printed sample, proposed for the next one. */
    lastShipping: shippingAddress.optional(),
  }),
});

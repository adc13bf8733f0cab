import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { sampleIds } from './sample-request.ts';

/**
 * Records that approved printed samples were sent in one parcel, all or none of them. Throws `sample.notFound`, `sample.stateChanged`,
 * `sample.severalAddresses` if they go to different addresses.
 */
export const shipSamples = operation({
  name: 'shipSamples',
  method: 'POST',
  path: '/api/admin/sample/ship',
  summary: '登记样书发货',
  permission: 'approveApplication',
  scope: 'filtered',
  input: z.object({
    ids: sampleIds,
    carrier: z.string().trim().min(1, '请填写快递公司').max(LIMITS.sampleCarrierChars, `快递公司最多 ${LIMITS.sampleCarrierChars} 个字`),
    trackingNo: z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z-]+$/, '请填写运单号，只含字母、数字和连字符')
      .max(LIMITS.sampleTrackingChars, `运单号最多 ${LIMITS.sampleTrackingChars} 个字符`),
  }),
  output: z.object({ changed: z.number().int() }),
  errors: ['sample.notFound', 'sample.stateChanged', 'sample.severalAddresses'],
});

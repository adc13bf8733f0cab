import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { licenseUse, monthOfUse } from './license-use.ts';

/** Returns the use of the licenses of an institution in the last twelve complete months. Throws `institution.notFound`. */
export const getLicenseUse = operation({
  name: 'getLicenseUse',
  method: 'GET',
  path: '/api/admin/license/use',
  summary: '机构授权的使用情况',
  permission: 'seeLicenseUse',
  scope: { institutionId: 'institution' },
  input: z.object({ institutionId: entityId }),
  output: z.object({
    institution: z.string(),
    computedAt: z.number().int(),
    /** Whether part of the use was simulated for the demo. */
    isSimulated: z.boolean(),
    /** All licenses together, by month. */
    months: z.array(monthOfUse),
    licenses: z.array(licenseUse),
  }),
  errors: ['institution.notFound'],
});

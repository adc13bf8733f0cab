import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { counterReport } from './counter-report.ts';
import { useMonth } from './license-use.ts';

/**
 * Returns the COUNTER report of an institution on complete months, by default the last twelve. What fewer than five readers of a book did in
 * a month is counted for other books together. Throws `institution.notFound`.
 */
export const getCounterReport = operation({
  name: 'getCounterReport',
  method: 'GET',
  path: '/api/admin/license/counter',
  summary: 'COUNTER 报告',
  permission: 'seeLicenseUse',
  scope: { institutionId: 'institution' },
  input: z.object({ institutionId: entityId, from: useMonth.optional(), to: useMonth.optional() }),
  output: z.object({
    report: counterReport,
    /** The last complete month. */
    last: useMonth,
  }),
  errors: ['institution.notFound'],
});

import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { adoptionFilter } from './adoption-list.ts';

/** Exports the matching adoption lists as a table (xlsx), a row per book, at most 5,000. Not stored for replay: it has personal data. */
export const exportAdoptionLists = operation({
  name: 'exportAdoptionLists',
  method: 'POST',
  path: '/api/admin/adoption/export',
  summary: '导出征订单',
  permission: 'reviewAdoption',
  scope: 'filtered',
  isIdempotent: true,
  input: z.object(adoptionFilter),
  output: z.object({ fileName: z.string(), base64: z.string(), rows: z.number().int() }),
});

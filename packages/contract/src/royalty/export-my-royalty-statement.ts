import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Returns an own statement with all lines as an Excel workbook. Throws `royalty.notFound`. */
export const exportMyRoyaltyStatement = operation({
  name: 'exportMyRoyaltyStatement',
  method: 'GET',
  path: '/api/author/royalty/export',
  summary: '导出我的结算单',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: z.object({ fileName: z.string(), base64: z.string() }),
  errors: ['royalty.notFound'],
});

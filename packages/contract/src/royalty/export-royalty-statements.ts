import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { royaltyFilter } from './royalty.ts';

/**
 * Exports the matching statements with their lines as a workbook (xlsx), or one statement (`id`). The export is an audit event. Not stored
 * for replay: it has personal data. Throws `royalty.notFound`.
 */
export const exportRoyaltyStatements = operation({
  name: 'exportRoyaltyStatements',
  method: 'POST',
  path: '/api/admin/royalty/export',
  summary: '版税：导出结算单',
  permission: 'manageRoyalties',
  scope: 'filtered',
  isIdempotent: true,
  input: z.object({ ...royaltyFilter, id: entityId.optional() }),
  output: z.object({ fileName: z.string(), base64: z.string(), rows: z.number().int() }),
  errors: ['royalty.notFound'],
});

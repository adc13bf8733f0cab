import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Returns a file that an applicant submitted as proof, for the reviewer. It is sent as a file, not as JSON. */
export const readProof = operation({
  name: 'readProof',
  method: 'POST',
  path: '/api/admin/application/proof',
  summary: '查看证明材料',
  permission: 'approveApplication',
  scope: 'platform',
  input: z.object({ id: entityId, fileId: entityId }),
  output: z.object({}),
  errors: ['application.notFound', 'file.notFound'],
});

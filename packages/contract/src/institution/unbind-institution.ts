import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { myInstitution } from './institution.ts';

/**
 * Unlinks an institution; its license ends in all sessions immediately. Throws `account.phoneMissing` if no way to sign in would remain.
 */
export const unbindInstitution = operation({
  name: 'unbindInstitution',
  method: 'POST',
  path: '/api/auth/carsi/unbind',
  summary: '解除机构绑定',
  permission: 'ownAccount',
  input: z.object({ institutionId: entityId }),
  output: z.object({ items: z.array(myInstitution) }),
  errors: ['account.phoneMissing'],
});

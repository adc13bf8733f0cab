/** Authorization for test servers without access scopes: the roles are checked, and every caller has unrestricted access. */
import type { Authorization } from '../../../platform/http/authorization.ts';
import { isAllowed } from '../grants.ts';

export const UNSCOPED_AUTHORIZATION: Authorization = {
  isAllowed,
  accessScopeOf: async () => undefined,
  requireInScope: async () => undefined,
};

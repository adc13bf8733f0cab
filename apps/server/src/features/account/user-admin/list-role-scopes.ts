/** Lists the scopes (publishers, institutions or books) to which a role can be limited, filtered by a part of their name. */
import { SCOPE_OF_ROLE } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { UserAdminDependencies } from './user-records.ts';

const SCOPES_SHOWN = 20;

export const listRoleScopes: UseCase<'listRoleScopes', Pick<UserAdminDependencies, 'scopes'>> = async (
  { scopes },
  _caller,
  { role, q },
) => {
  const kind = SCOPE_OF_ROLE[role];
  const found = kind === undefined ? [] : await scopes.find(kind, q, SCOPES_SHOWN);
  return { items: found.map(({ id, name }) => ({ scope: `${kind}:${id}`, name })) };
};

/**
 * Returns the roles of the caller with the current names of their scopes, the permissions they grant, and the pages below `/user` that
 * apply to the caller. Roles withheld from a session without a second factor are left out.
 */
import type { PersonalPage } from '@shufang/contract';
import type { SignedInReader } from '../../../platform/http/call-context.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { boundPermissionsOf } from '../../authorization/access-scope.ts';
import { permissionsOf } from '../../authorization/grants.ts';
import { listRolesOfUser } from '../../authorization/user-roles.ts';
import type { Account } from '../account.ts';
import { nameScopes, type ScopeDirectory } from '../role-scopes.ts';

interface Dependencies extends Pick<Account, 'db' | 'clock'> {
  readonly scopes: ScopeDirectory;
  /** The pages below `/user` that apply to this user. */
  readonly personalPagesOf: (reader: SignedInReader) => Promise<PersonalPage[]>;
}

export const listAuthRoles: UseCase<'listAuthRoles', Dependencies> = async ({ db, clock, scopes, personalPagesOf }, { reader }) => {
  const { withheldRoles = [] } = reader;
  const held = (await listRolesOfUser(db.orm, reader.userId, clock.now())).filter(({ role }) => !withheldRoles.includes(role));
  const names = await nameScopes(
    { scopes },
    held.map(({ scope }) => scope),
  );
  const bound = boundPermissionsOf(held);
  return {
    roles: held.map(({ role, scope }) => {
      const scopeName = names.get(scope);
      return { role, scope, ...(scopeName === undefined ? {} : { scopeName }) };
    }),
    permissions: permissionsOf(reader.roles),
    ...(bound.length === 0 ? {} : { boundPermissions: bound }),
    personalPages: await personalPagesOf(reader),
  };
};

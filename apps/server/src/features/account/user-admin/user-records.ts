/** Accounts as administrators see them. */
import { CodedError, type UserRecord } from '@shufang/contract';
import type { Account } from '../account.ts';
import { nameScopes, type ScopeDirectory } from '../role-scopes.ts';
import { listUserRecords } from './user-list-store.ts';

export interface UserAdminDependencies extends Pick<Account, 'db' | 'clock' | 'events' | 'keys'> {
  readonly scopes: ScopeDirectory;
}

export const withScopeNames = async (dependencies: UserAdminDependencies, users: readonly UserRecord[]): Promise<UserRecord[]> => {
  const names = await nameScopes(
    dependencies,
    users.flatMap(({ roles }) => roles.map(({ scope }) => scope)),
  );
  return users.map((user) => ({
    ...user,
    roles: user.roles.map((held) => {
      const scopeName = names.get(held.scope);
      return scopeName === undefined ? held : { ...held, scopeName };
    }),
  }));
};

/** Returns the account with this id. Throws `account.personNotFound`; a closed account counts as not found. */
export const getUserRecord = async (dependencies: UserAdminDependencies, userId: string): Promise<UserRecord> => {
  const rows = await listUserRecords(dependencies.db.orm, { q: '', userId, limit: 1 }, dependencies.clock.now());
  const [user] = await withScopeNames(dependencies, rows);
  if (user === undefined || user.status === 'closed') throw new CodedError('account.personNotFound');
  return user;
};

/**
 * Computes a user's access scope for a permission from the publishers and institutions their roles were granted for. Access is denied by
 * default: a user without a grant gets an empty scope, and an object without an owner belongs to the platform. With several roles the union
 * applies.
 */
import * as contract from '@shufang/contract';
import {
  CodedError,
  isOperation,
  type Permission,
  type Role,
  SCOPED_OBJECT_ERRORS,
  type ScopedObject,
  scopeKindOf,
} from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { Authorization, AuthorizedOperation } from '../../platform/http/authorization.ts';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import { grantScopeOfRole, isAllowed, permissionsOf } from './grants.ts';
import { listRolesOfUser, type ScopedRole } from './user-roles.ts';

const idsOf = (scopes: readonly string[], kind: 'publisher' | 'institution'): string[] => [
  ...new Set(scopes.flatMap((scope) => (scopeKindOf(scope) === kind ? [scope.slice(kind.length + 1)] : []))),
];

/**
 * Returns the access scope of these roles; undefined when access is unrestricted. A role granted for the whole platform is unrestricted,
 * whatever other roles the user has.
 */
const accessScopeAmong = (roles: readonly ScopedRole[], permission: Permission): AccessScope | undefined => {
  const held = roles.map(({ role, scope }) => ({ scope, grantScope: grantScopeOfRole(role, permission) }));
  if (held.some(({ grantScope, scope }) => grantScope === 'all' || (grantScope === 'publisher' && scope === ''))) return undefined;
  const scopesOf = (wanted: 'publisher' | 'institution'): string[] =>
    held.flatMap(({ grantScope, scope }) => (grantScope === wanted ? [scope] : []));
  return { publishers: idsOf(scopesOf('publisher'), 'publisher'), institutions: idsOf(scopesOf('institution'), 'institution') };
};

/** Returns the access scope of a signed-in user. Roles that are withheld from the session grant nothing. */
export const findAccessScope = async (
  db: Queryable,
  { userId, withheldRoles = [] }: Pick<SignedInReader, 'userId' | 'withheldRoles'>,
  permission: Permission,
  now: number,
): Promise<AccessScope | undefined> => {
  const held = await listRolesOfUser(db, userId, now);
  return accessScopeAmong(
    held.filter(({ role }) => !withheldRoles.includes(role)),
    permission,
  );
};

/** The permissions of operations that declare an access scope. */
const adminPermissions: ReadonlySet<Permission> = new Set(
  Object.values<unknown>(contract)
    .filter(isOperation)
    .flatMap(({ permission, scope }) => (scope === undefined ? [] : [permission])),
);

/**
 * Returns the admin permissions that these roles grant only for a publisher or institution. Menus hide pages about the whole platform for
 * such permissions.
 */
export const boundPermissionsOf = (roles: readonly ScopedRole[]): Permission[] => {
  const given = permissionsOf([...new Set(roles.map(({ role }): Role => role))]);
  return given.filter((permission) => adminPermissions.has(permission) && accessScopeAmong(roles, permission) !== undefined);
};

/**
 * The owners of an object. All `publishers` must be in the access scope, because a shared object belongs to none of them alone. An object
 * without owners belongs to the platform.
 */
export interface Owner {
  readonly publishers: readonly string[];
  readonly institutionId?: string;
}

export const isWithin = ({ publishers, institutionId }: Owner, scope: AccessScope | undefined): boolean =>
  scope === undefined ||
  (publishers.length > 0 && publishers.every((name) => scope.publishers.includes(name))) ||
  (institutionId !== undefined && scope.institutions.includes(institutionId));

/** Returns the owner of an object; undefined when the object does not exist. */
export type OwnerOf = (db: Queryable, id: string) => Promise<Owner | undefined>;

interface AccessScopeDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly owners: Readonly<Record<ScopedObject, OwnerOf>>;
}

/**
 * Returns the access scope of a user for an operation: `accessScope` undefined for unrestricted access. Returns undefined if the user may
 * not make the call.
 */
export const resolveAccess = async (
  { db, clock }: Pick<AccessScopeDependencies, 'db' | 'clock'>,
  reader: SignedInReader,
  { permission, scope }: AuthorizedOperation,
): Promise<{ readonly accessScope: AccessScope | undefined } | undefined> => {
  if (!isAllowed({ permission, scope }, reader.roles)) return undefined;
  const accessScope = await findAccessScope(db.orm, reader, permission, clock.now());
  return accessScope !== undefined && scope === 'platform' ? undefined : { accessScope };
};

/** Returns the authorization object with which the router checks calls. */
export const createAuthorization = ({ db, clock, owners }: AccessScopeDependencies): Authorization => ({
  isAllowed,
  accessScopeOf: async ({ permission, scope }, reader) => {
    if (scope === undefined || reader === undefined) return undefined;
    const accessScope = await findAccessScope(db.orm, reader, permission, clock.now());
    if (accessScope !== undefined && scope === 'platform') throw new CodedError('platformOnly');
    return accessScope;
  },
  requireInScope: async ({ scope }, accessScope, input) => {
    if (accessScope === undefined || scope === undefined || typeof scope === 'string') return;
    for (const [field, kind] of Object.entries(scope)) {
      const id = (input as Readonly<Record<string, unknown>>)[field];
      if (typeof id !== 'string') continue;
      const owner = await owners[kind](db.orm, id);
      if (owner === undefined || !isWithin(owner, accessScope)) throw new CodedError(SCOPED_OBJECT_ERRORS[kind]);
    }
  },
});

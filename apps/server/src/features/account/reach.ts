/**
 * How far a person's roles reach with a permission: the one place where what a role was given for (a publisher, an institution) becomes a
 * bound of what is seen and changed. Deny by default: who has the permission for no part has it for nothing.
 */
import { CodedError, type Permission, scopeKindOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { reachOfRole } from './policy.ts';
import { listRolesOfUser } from './user-store.ts';

export interface Bounds {
  /** Ids of publishers whose books, and what hangs on them, are in reach. */
  readonly publishers: readonly string[];
  /** Ids of institutions in reach. */
  readonly institutions: readonly string[];
}

const idsOf = (scopes: readonly string[], kind: 'publisher' | 'institution'): string[] => [
  ...new Set(scopes.flatMap((scope) => (scopeKindOf(scope) === kind ? [scope.slice(kind.length + 1)] : []))),
];

/** Undefined: no bound. Who holds a role for the whole platform has none, whatever else they hold. */
export const boundsOf = async (db: Queryable, userId: string, permission: Permission, now: number): Promise<Bounds | undefined> => {
  const held = (await listRolesOfUser(db, userId, now)).map(({ role, scope }) => ({ scope, reach: reachOfRole(role, permission) }));
  if (held.some(({ reach, scope }) => reach === 'all' || (reach === 'publisher' && scope === ''))) return undefined;
  const scopesOf = (wanted: 'publisher' | 'institution'): string[] => held.flatMap(({ reach, scope }) => (reach === wanted ? [scope] : []));
  return { publishers: idsOf(scopesOf('publisher'), 'publisher'), institutions: idsOf(scopesOf('institution'), 'institution') };
};

/** Throws `forbidden` for whose roles are bound to a part: what belongs to the whole platform is not theirs to change. */
export const requireUnbound = (bounds: Bounds | undefined): void => {
  if (bounds !== undefined) throw new CodedError('forbidden');
};

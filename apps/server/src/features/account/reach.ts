/**
 * How far a person's roles reach with a permission: the one place where what a role was given for (a publisher, an institution) becomes a
 * bound of what is seen and changed. Deny by default: who has the permission for no part has it for nothing, and what belongs to nobody
 * belongs to the platform. Of several roles the union counts.
 */
import { CodedError, type ErrorCode, type Permission, type Role, scopeKindOf } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import type { Bounds, CallReach } from '../../platform/http/call-reach.ts';
import { type DeskObject, deskCallNames, deskMarkOf } from './desk-marks.ts';
import { callPolicy, permissionOfCall, permissionsOf, reachOfRole } from './policy.ts';
import { listRolesOfUser, type ScopedRole } from './user-store.ts';

const idsOf = (scopes: readonly string[], kind: 'publisher' | 'institution'): string[] => [
  ...new Set(scopes.flatMap((scope) => (scopeKindOf(scope) === kind ? [scope.slice(kind.length + 1)] : []))),
];

/** Undefined: no bound. Who holds a role for the whole platform has none, whatever else they hold. */
const boundsAmong = (roles: readonly ScopedRole[], permission: Permission): Bounds | undefined => {
  const held = roles.map(({ role, scope }) => ({ scope, reach: reachOfRole(role, permission) }));
  if (held.some(({ reach, scope }) => reach === 'all' || (reach === 'publisher' && scope === ''))) return undefined;
  const scopesOf = (wanted: 'publisher' | 'institution'): string[] => held.flatMap(({ reach, scope }) => (reach === wanted ? [scope] : []));
  return { publishers: idsOf(scopesOf('publisher'), 'publisher'), institutions: idsOf(scopesOf('institution'), 'institution') };
};

export const boundsOf = async (db: Queryable, userId: string, permission: Permission, now: number): Promise<Bounds | undefined> =>
  boundsAmong(await listRolesOfUser(db, userId, now), permission);

/** Of the desk's permissions those these roles give for a part only, for menus: a page about the whole platform is of no use with them. */
export const boundPermissionsOf = (roles: readonly ScopedRole[]): Permission[] => {
  const ofDesk = new Set(deskCallNames.map(permissionOfCall));
  const given = permissionsOf([...new Set(roles.map(({ role }): Role => role))]);
  return given.filter((permission) => ofDesk.has(permission) && boundsAmong(roles, permission) !== undefined);
};

/** Whose something is. Every one of `publishers` must be in reach: what several own together is nobody's alone. None: the platform's. */
export interface Owner {
  readonly publishers: readonly string[];
  readonly institutionId?: string;
}

export const isWithin = ({ publishers, institutionId }: Owner, bounds: Bounds | undefined): boolean =>
  bounds === undefined ||
  (publishers.length > 0 && publishers.every((name) => bounds.publishers.includes(name))) ||
  (institutionId !== undefined && bounds.institutions.includes(institutionId));

/** Undefined for what is not there. */
export type OwnerOf = (db: Queryable, id: string) => Promise<Owner | undefined>;

const NOT_THERE: Readonly<Record<DeskObject, ErrorCode>> = {
  book: 'catalog.bookNotFound',
  claim: 'commerce.claimNotFound',
  codeBatch: 'commerce.batchNotFound',
  collection: 'catalog.collectionNotFound',
  erratum: 'errata.notFound',
  import: 'import.notFound',
  institution: 'institution.notFound',
  invoice: 'orders.invoiceNotFound',
  licence: 'commerce.licenceNotFound',
  rating: 'catalog.ratingNotFound',
  refund: 'orders.refundNotFound',
  shortLink: 'catalog.shortLinkUnknown',
};

interface ReachDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly owners: Readonly<Record<DeskObject, OwnerOf>>;
}

/** How far this person gets with a call; undefined: not at all. */
export const reachWith = async (
  { db, clock }: Pick<ReachDependencies, 'db' | 'clock'>,
  { userId, roles }: SignedInReader,
  callName: string,
): Promise<{ readonly bounds: Bounds | undefined } | undefined> => {
  const permission = permissionOfCall(callName);
  if (permission === undefined || !callPolicy.admits(callName, roles)) return undefined;
  const bounds = await boundsOf(db.orm, userId, permission, clock.now());
  return bounds !== undefined && deskMarkOf(callName) === 'platform' ? undefined : { bounds };
};

export const createCallReach = ({ db, clock, owners }: ReachDependencies): CallReach => ({
  boundsOf: async (callName, reader) => {
    const [mark, permission] = [deskMarkOf(callName), permissionOfCall(callName)];
    if (mark === undefined || permission === undefined || reader === undefined) return undefined;
    const bounds = await boundsOf(db.orm, reader.userId, permission, clock.now());
    if (bounds !== undefined && mark === 'platform') throw new CodedError('platformOnly');
    return bounds;
  },
  requireWithin: async (callName, bounds, input) => {
    const mark = deskMarkOf(callName);
    if (bounds === undefined || mark === undefined || typeof mark === 'string') return;
    for (const [field, kind] of Object.entries(mark)) {
      const id = (input as Readonly<Record<string, unknown>>)[field];
      if (typeof id !== 'string') continue;
      const owner = await owners[kind](db.orm, id);
      if (owner === undefined || !isWithin(owner, bounds)) throw new CodedError(NOT_THERE[kind]);
    }
  },
});

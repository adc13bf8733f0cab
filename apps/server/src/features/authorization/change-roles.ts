/** Grants and revokes roles of users. Their open clients are notified at once. */
import { CodedError, type Role } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { addRole, deleteExpiredRoles, listRolesOfUser, lockRoles, removeRole, type ScopedRole } from './user-roles.ts';

/** Returns the topic on which the user's streams receive an event when their roles change. */
export const rolesChangedTopic = (userId: string): string => `account:${userId}:roles`;

/** A role for the whole platform, or for the publisher or institution that `scope` names. */
export interface RoleGrant {
  readonly role: Role;
  readonly scope?: string | undefined;
  /** When the role expires, UTC ms; absent: never. */
  readonly expiresAt?: number | undefined;
}

export interface RoleChange {
  readonly add?: readonly (Role | RoleGrant)[];
  readonly remove?: readonly (Role | Pick<RoleGrant, 'role' | 'scope'>)[];
}

const grantOf = (given: Role | RoleGrant): RoleGrant => (typeof given === 'string' ? { role: given } : given);
const textOf = ({ role, scope }: ScopedRole): string => (scope === '' ? role : `${role} ${scope}`);
const textsOf = (roles: readonly ScopedRole[]): string[] => roles.map(textOf).toSorted();

/**
 * Changes roles within a transaction. The caller publishes the change (`publishRoleChange`) after the commit. Throws `request.invalid` if
 * no role would be left: an account that may do nothing is frozen instead.
 */
export const changeRoles = async (
  tx: Transaction,
  userId: string,
  { add = [], remove = [] }: RoleChange,
  now: number,
): Promise<{ before: string[]; after: string[]; roles: Role[] }> => {
  await lockRoles(tx, userId);
  const held = await listRolesOfUser(tx, userId, now);
  for (const { role, scope = '', expiresAt = null } of add.map(grantOf)) {
    await addRole(tx, { userId, role, scope, grantedAt: now, expiresAt });
  }
  for (const { role, scope } of remove.map(grantOf)) await removeRole(tx, userId, role, scope);
  const left = await listRolesOfUser(tx, userId, now);
  if (left.length === 0) throw new CodedError('request.invalid', { reason: '至少要保留一个角色' });
  return { before: textsOf(held), after: textsOf(left), roles: [...new Set(left.map(({ role }) => role))].toSorted() };
};

/** Notifies the open clients of the user that their roles have changed. */
export const publishRoleChange = ({ events }: { readonly events: Pick<EventBus, 'publish'> }, userId: string): Promise<void> =>
  events.publish(rolesChangedTopic(userId), null);

export interface RoleDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
}

/** Grants and revokes roles. Returns the resulting roles of the user. */
export const setRoles = async (
  deps: RoleDependencies,
  userId: string,
  change: RoleChange,
  operator: Operator,
  reason = '',
): Promise<Role[]> => {
  const { db, clock } = deps;
  const { before, after, roles } = await db.transaction(async (tx) => {
    const changed = await changeRoles(tx, userId, change, clock.now());
    if (changed.before.join() === changed.after.join()) return changed;
    const facts = { before: { roles: changed.before }, after: { roles: changed.after }, reason };
    await recordAuditEvent(tx, operator, { action: 'user.roles', target: { kind: 'user', id: userId }, ...facts }, clock.now());
    return changed;
  });
  if (before.join() !== after.join()) await publishRoleChange(deps, userId);
  return roles;
};

/** Revokes expired roles and notifies their users. Returns the number of users. */
export const endExpiredRoles = async ({ db, clock, events }: RoleDependencies): Promise<number> => {
  const userIds = await deleteExpiredRoles(db.orm, clock.now());
  for (const userId of userIds) await publishRoleChange({ events }, userId);
  return userIds.length;
};

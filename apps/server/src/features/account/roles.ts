/** What a person is: giving and taking roles. Their open clients hear of it at once. */
import { CodedError, type Role } from '@shufang/contract';
import { type Operator, recordAct } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Account } from './account.ts';
import { lockUser } from './session-store.ts';
import { addRole, deleteExpiredRoles, listRolesOfUser, removeRole, type ScopedRole } from './user-store.ts';

/** Told to this person's streams: their roles are others now. */
export const rolesChangedTopic = (userId: string): string => `account:${userId}:roles`;

/** A role for the whole platform, or for the part that `scope` names. */
export interface RoleGrant {
  readonly role: Role;
  readonly scope?: string | undefined;
  /** UTC ms; absent: for good. */
  readonly expiresAt?: number | undefined;
}

export interface RoleChange {
  readonly add?: readonly (Role | RoleGrant)[];
  readonly remove?: readonly (Role | Pick<RoleGrant, 'role' | 'scope'>)[];
}

const grantOf = (given: Role | RoleGrant): RoleGrant => (typeof given === 'string' ? { role: given } : given);
const wordOf = ({ role, scope }: ScopedRole): string => (scope === '' ? role : `${role} ${scope}`);
const wordsOf = (roles: readonly ScopedRole[]): string[] => roles.map(wordOf).toSorted();

/**
 * The change within a transaction of the caller, who tells the person's clients (`announceRoles`) once it is over. Throws
 * `request.invalid` when no role would be left: who shall do nothing is frozen instead.
 */
export const changeRoles = async (
  tx: Transaction,
  userId: string,
  { add = [], remove = [] }: RoleChange,
  now: number,
): Promise<{ before: string[]; after: string[]; roles: Role[] }> => {
  await lockUser(tx, userId);
  const held = await listRolesOfUser(tx, userId, now);
  for (const { role, scope = '', expiresAt = null } of add.map(grantOf)) {
    await addRole(tx, { userId, role, scope, grantedAt: now, expiresAt });
  }
  for (const { role, scope } of remove.map(grantOf)) await removeRole(tx, userId, role, scope);
  const left = await listRolesOfUser(tx, userId, now);
  if (left.length === 0) throw new CodedError('request.invalid', { reason: '至少要保留一个角色' });
  return { before: wordsOf(held), after: wordsOf(left), roles: [...new Set(left.map(({ role }) => role))].toSorted() };
};

export const announceRoles = ({ events }: { readonly events: Pick<EventBus, 'publish'> }, userId: string): Promise<void> =>
  events.publish(rolesChangedTopic(userId), null);

/** Gives and takes roles, and answers those the person holds then. */
export const setRoles = async (
  account: Pick<Account, 'db' | 'clock' | 'events'>,
  userId: string,
  change: RoleChange,
  operator: Operator,
  reason = '',
): Promise<Role[]> => {
  const { db, clock } = account;
  const { before, after, roles } = await db.transaction(async (tx) => {
    const changed = await changeRoles(tx, userId, change, clock.now());
    if (changed.before.join() === changed.after.join()) return changed;
    const facts = { before: { roles: changed.before }, after: { roles: changed.after }, reason };
    await recordAct(tx, operator, { act: 'user.roles', target: { kind: 'user', id: userId }, ...facts }, clock.now());
    return changed;
  });
  if (before.join() !== after.join()) await announceRoles(account, userId);
  return roles;
};

/** Takes roles whose time is over and tells those who had them. Answers how many people. */
export const endExpiredRoles = async ({ db, clock, events }: Pick<Account, 'db' | 'clock' | 'events'>): Promise<number> => {
  const people = await deleteExpiredRoles(db.orm, clock.now());
  for (const userId of people) await announceRoles({ events }, userId);
  return people.length;
};

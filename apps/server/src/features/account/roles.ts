/** What a person is: giving and taking roles. Their open clients hear of it at once. */
import { CodedError, type Role } from '@shufang/contract';
import type { Account } from './account.ts';
import { lockUserStatus } from './session-store.ts';
import { addRole, listRolesOfUser, removeRole } from './user-store.ts';

/** Told to this person's streams: their roles are others now. */
export const rolesChangedTopic = (userId: string): string => `account:${userId}:roles`;

export interface RoleChange {
  readonly add?: readonly Role[];
  readonly remove?: readonly Role[];
}

/**
 * Gives and takes roles for the whole platform, and answers those the person holds then. A role given for a part only (`scope`) stays.
 * Throws `request.invalid` when no role would be left: who shall do nothing is frozen instead.
 */
export const setRoles = async (
  { db, clock, events }: Pick<Account, 'db' | 'clock' | 'events'>,
  userId: string,
  { add = [], remove = [] }: RoleChange,
): Promise<Role[]> => {
  const { before, after } = await db.transaction(async (tx) => {
    await lockUserStatus(tx, userId);
    const held = await listRolesOfUser(tx, userId);
    for (const role of add) await addRole(tx, { userId, role, grantedAt: clock.now() });
    for (const role of remove) await removeRole(tx, userId, role);
    const left = await listRolesOfUser(tx, userId);
    if (left.length === 0) throw new CodedError('request.invalid', { reason: '至少要保留一个角色' });
    return { before: held, after: left };
  });
  const namesOf = (roles: readonly { role: Role }[]): Role[] => [...new Set(roles.map(({ role }) => role))].toSorted();
  if (namesOf(before).join() !== namesOf(after).join()) await events.publish(rolesChangedTopic(userId), null);
  return namesOf(after);
};

/** The pages of the desk the person has a use for, by group; groups without one are left out. */
import { useQuery } from '@tanstack/react-query';
import { rolesQuery } from '../../features/account/queries.ts';
import { useSession } from '../../platform/session/session.ts';
import { type DeskGroup, deskGroups } from './desk-entries.ts';

export const useDeskGroups = (): readonly DeskGroup[] => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(rolesQuery(userId));
  if (data === undefined) return [];
  const bound = new Set(data.boundPermissions);
  return deskGroups.flatMap(({ label, entries }) => {
    const useful = entries.filter(
      ({ permission, isWhole = false }) => data.permissions.includes(permission) && !(isWhole && bound.has(permission)),
    );
    return useful.length === 0 ? [] : [{ label, entries: useful }];
  });
};

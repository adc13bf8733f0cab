/** Hook that keeps the menus up to date when the user's roles change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { useSession } from '../../platform/session/session.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { applyRolesOfOtherTab, dropRoles, roleQuery } from './queries.ts';

/**
 * Updates menus when the roles change. Mount once per page. One tab receives the server's event and fetches the roles; the other tabs use
 * its response.
 */
export const useFollowRoles = (): void => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  useQuery(roleQuery(userId));
  useBroadcast('roleChanged', () => void dropRoles(queryClient));
  useEffect(() => {
    if (userId === undefined) return undefined;
    const follow = ({ key, newValue }: StorageEvent): void => {
      const isRoleResponse = key === sessionValues.roleHttpResponse.key || key === sessionValues.rolersHttpResponse.key;
      if (isRoleResponse && newValue !== null) applyRolesOfOtherTab(queryClient, userId);
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [queryClient, userId]);
};

/** Keeps menus at what the person is now, wherever in the product they are. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { useSession } from '../../platform/session/session.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { dropRoles, roleQuery, takeRolesOfOtherTab } from './queries.ts';

/** Mount once a page. One tab of a browser hears the server's word; the others take over what it was answered. */
export const useFollowRoles = (): void => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  useQuery(roleQuery(userId));
  useBroadcast('roleChanged', () => void dropRoles(queryClient));
  useEffect(() => {
    if (userId === undefined) return undefined;
    const follow = ({ key, newValue }: StorageEvent): void => {
      const isAnswer = key === sessionValues.roleHttpResponse.key || key === sessionValues.rolersHttpResponse.key;
      if (isAnswer && newValue !== null) takeRolesOfOtherTab(queryClient, userId);
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [queryClient, userId]);
};

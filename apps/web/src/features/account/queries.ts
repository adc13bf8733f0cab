import { getRole, getUserInfo, LIMITS } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { keepRole } from '../../platform/session/session.ts';

/** The signed-in person; the number is masked. */
export const userInfoQuery = () =>
  queryOptions({ queryKey: ['account', 'user-info'], queryFn: ({ signal }) => call(getUserInfo, {}, { signal }) });

/** What the person is now; an operator may have changed it since the sign-in. */
export const roleQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['account', 'role', userId],
    queryFn: async ({ signal }) => {
      const { role } = await call(getRole, {}, { signal });
      keepRole(role);
      return role;
    },
    staleTime: LIMITS.roleCacheMs,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

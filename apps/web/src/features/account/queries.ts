/** Queries about the signed-in user. Only this module caches role responses on the device, for five minutes (specification.md §7). */
import { getAuthRole, getSignInOptions, getUserInfo, LIMITS, listAuthRoles, type OutputOf } from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';
import { CLIENT_LIMITS } from '../../platform/limits.ts';
import { networkText } from '../../platform/messages/zh-cn/network.ts';
import { findSessionToken, updateRole } from '../../platform/session/session.ts';
import { dropStoredRoles, sessionValues, storeRoles } from '../../platform/session/session-values.ts';

/** Query of the signed-in user, with masked phone number. Without a session, no request is sent (specification.md §5). */
export const userInfoQuery = () =>
  queryOptions({
    queryKey: ['account', 'user-info'],
    queryFn: async ({ signal }) => {
      if (findSessionToken() === undefined) throw new ApiError(getUserInfo.name, 'refused', networkText.userInfoSignedOut);
      return callWithCache(getUserInfo, {}, { signal });
    },
  });

/** Query of the sign-in methods that this site offers. */
export const signInOptionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sign-in-options'],
    queryFn: ({ signal }) => call(getSignInOptions, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { claims: true },
  });

type Roles = OutputOf<typeof listAuthRoles>;

/** Fetches the role from the server, not from the cache; used at sign-in. */
export const fetchRole = async (userId: string, signal?: AbortSignal): Promise<OutputOf<typeof getAuthRole>> => {
  const response = await call(getAuthRole, {}, { signal });
  updateRole(response, userId);
  return response;
};

let fetchLatest: { readonly userId: string; readonly at: number; readonly response: Promise<Roles> } | undefined;

/** Fetches the roles. Calls within four seconds share the result of the first call, even if it failed (specification.md §9). */
const fetchRoles = (userId: string): Promise<Roles> => {
  const now = Date.now();
  const passedMs = now - (fetchLatest?.at ?? 0);
  // If the clock of the device was set back, the shared result of the last call counts as expired.
  if (fetchLatest?.userId === userId && passedMs >= 0 && passedMs < CLIENT_LIMITS.rolesRepeatMs) return fetchLatest.response;
  const response = call(listAuthRoles, {}).then((roles) => {
    storeRoles(roles, userId);
    return roles;
  });
  fetchLatest = { userId, at: now, response };
  return response;
};

interface StoredResponse<Payload> {
  readonly payload: Payload;
  readonly userId: string;
  readonly respondedAt: number;
}

/**
 * Returns the stored response of this user as initial cache data. A response stored in the future counts as outdated, because the clock was
 * wrong.
 */
const startWith = <Payload>(find: () => StoredResponse<Payload> | undefined, userId: string | undefined) => {
  const mine = (): StoredResponse<Payload> | undefined => {
    const stored = find();
    return stored?.userId === userId ? stored : undefined;
  };
  return {
    initialData: () => mine()?.payload,
    initialDataUpdatedAt: () => {
      const at = mine()?.respondedAt ?? 0;
      return at > Date.now() ? 0 : at;
    },
  };
};

/** Query of the user's highest role, which menus show. */
export const roleQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['account', 'role', userId],
    queryFn: ({ signal }) => fetchRole(userId ?? '', signal),
    staleTime: LIMITS.roleCacheMs,
    ...startWith(() => sessionValues.roleHttpResponse.find(), userId),
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** Query of the user's roles and permissions, which decide what menus show; the server authorizes each call again. */
export const rolesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['account', 'roles', userId],
    queryFn: () => fetchRoles(userId ?? ''),
    staleTime: LIMITS.roleCacheMs,
    ...startWith(() => sessionValues.rolersHttpResponse.find(), userId),
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** Invalidates the cached roles after the server announced a change, and refetches those on the screen. */
export const dropRoles = async (queryClient: QueryClient): Promise<void> => {
  dropStoredRoles();
  fetchLatest = undefined;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['account', 'role'] }),
    queryClient.invalidateQueries({ queryKey: ['account', 'roles'] }),
  ]);
};

/** Applies a role response received by another tab of this browser. */
export const applyRolesOfOtherTab = (queryClient: QueryClient, userId: string): void => {
  const [role, roles] = [sessionValues.roleHttpResponse.find(), sessionValues.rolersHttpResponse.find()];
  if (role?.userId === userId) queryClient.setQueryData(roleQuery(userId).queryKey, role.payload, { updatedAt: role.respondedAt });
  if (roles?.userId === userId) queryClient.setQueryData(rolesQuery(userId).queryKey, roles.payload, { updatedAt: roles.respondedAt });
};

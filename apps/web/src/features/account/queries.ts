/** What the client asks about the signed-in person. Answers about roles are kept on the device for five minutes (product spec, section 7): here only. */
import { getAuthRole, getSignInOptions, getUserInfo, LIMITS, listAuthRoles, type OutputOf } from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { callOrKept } from '../../platform/api/call-or-kept.ts';
import { call } from '../../platform/api/client.ts';
import { networkText } from '../../platform/messages/zh-cn/network.ts';
import { findSessionToken, keepRole } from '../../platform/session/session.ts';
import { dropStoredRoles, sessionValues, storeRoles } from '../../platform/session/session-values.ts';

/** The signed-in person; the number is masked. Nobody is asked for without a session (product spec, section 5). */
export const userInfoQuery = () =>
  queryOptions({
    queryKey: ['account', 'user-info'],
    queryFn: async ({ signal }) => {
      if (findSessionToken() === undefined) throw new ApiError(getUserInfo.name, 'refused', networkText.userInfoSignedOut);
      return callOrKept(getUserInfo, {}, { signal });
    },
  });

/** Which ways of signing in this site has. */
export const signInOptionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sign-in-options'],
    queryFn: ({ signal }) => call(getSignInOptions, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { claims: true },
  });

type Roles = OutputOf<typeof listAuthRoles>;

/** Asks now, whatever is kept; for a sign-in. */
export const fetchRole = async (userId: string, signal?: AbortSignal): Promise<OutputOf<typeof getAuthRole>> => {
  const answer = await call(getAuthRole, {}, { signal });
  keepRole(answer, userId);
  return answer;
};

let lastAsked: { readonly userId: string; readonly at: number; readonly answer: Promise<Roles> } | undefined;

/** All who ask within four seconds get the answer of the first, also when that failed (product spec, section 9). */
const fetchRoles = (userId: string): Promise<Roles> => {
  const now = Date.now();
  const passedMs = now - (lastAsked?.at ?? 0);
  // A clock that was put back counts as time passed.
  if (lastAsked?.userId === userId && passedMs >= 0 && passedMs < LIMITS.rolesRepeatMs) return lastAsked.answer;
  const answer = call(listAuthRoles, {}).then((roles) => {
    storeRoles(roles, userId);
    return roles;
  });
  lastAsked = { userId, at: now, answer };
  return answer;
};

interface Kept<Payload> {
  readonly payload: Payload;
  readonly userId: string;
  readonly answeredAt: number;
}

/** What was kept for this person, as the cache begins with it. A time in the future is of a clock that was wrong: asked again. */
const startWith = <Payload>(find: () => Kept<Payload> | undefined, userId: string | undefined) => {
  const mine = (): Kept<Payload> | undefined => {
    const kept = find();
    return kept?.userId === userId ? kept : undefined;
  };
  return {
    initialData: () => mine()?.payload,
    initialDataUpdatedAt: () => {
      const at = mine()?.answeredAt ?? 0;
      return at > Date.now() ? 0 : at;
    },
  };
};

/** The highest role of the person; it names them in menus. */
export const roleQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['account', 'role', userId],
    queryFn: ({ signal }) => fetchRole(userId ?? '', signal),
    staleTime: LIMITS.roleCacheMs,
    ...startWith(() => sessionValues.roleHttpResponse.find(), userId),
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** All roles of the person and what they may do, for menus: the server decides again at each call. */
export const rolesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['account', 'roles', userId],
    queryFn: () => fetchRoles(userId ?? ''),
    staleTime: LIMITS.roleCacheMs,
    ...startWith(() => sessionValues.rolersHttpResponse.find(), userId),
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** The server said that roles have changed: what was kept counts no more, and what is on the screen is asked for again. */
export const dropRoles = async (queryClient: QueryClient): Promise<void> => {
  dropStoredRoles();
  lastAsked = undefined;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['account', 'role'] }),
    queryClient.invalidateQueries({ queryKey: ['account', 'roles'] }),
  ]);
};

/** Takes over what another tab of this browser was answered. */
export const takeRolesOfOtherTab = (queryClient: QueryClient, userId: string): void => {
  const [role, roles] = [sessionValues.roleHttpResponse.find(), sessionValues.rolersHttpResponse.find()];
  if (role?.userId === userId) queryClient.setQueryData(roleQuery(userId).queryKey, role.payload, { updatedAt: role.answeredAt });
  if (roles?.userId === userId) queryClient.setQueryData(rolesQuery(userId).queryKey, roles.payload, { updatedAt: roles.answeredAt });
};

import { getAuthRole, LIMITS, listAuthRoles, type Role } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { CLIENT_LIMITS } from '../../platform/limits.ts';
import { endSession, useSession } from '../../platform/session/session.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { signInHere } from '../../testing/sign-in-here.ts';
import { stubCalls } from '../../testing/stub-calls.ts';
import { applyRolesOfOtherTab, dropRoles, fetchRole, roleQuery, rolesQuery, userInfoQuery } from './queries.ts';

const signInAs = (id: string): void => signInHere({ id });

/** Creates a fake server that returns `role`. A test can change the role later, or make the server unavailable. */
const aServer = (role: Role) => {
  const server = { role, isDown: false };
  const respondWith = (payload: () => unknown) => (): { payload: unknown } | { code: 'unavailable'; message: string } =>
    server.isDown ? { code: 'unavailable', message: '服务暂时不可用' } : { payload: payload() };
  const { asked } = stubCalls(
    [getAuthRole.path, respondWith(() => ({ role: server.role }))],
    [
      listAuthRoles.path,
      respondWith(() => ({ roles: [{ role: server.role, scope: '' }], permissions: server.role === 'editor' ? ['importBook'] : [] })),
    ],
  );
  const times = (path: string): number => asked.filter(({ name }) => name === path).length;
  return { server, roleCalls: () => times(getAuthRole.path), rolesCalls: () => times(listAuthRoles.path) };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date('2026-01-01T08:00:00Z'));
  signInAs('u1');
});
afterEach(async () => {
  await dropRoles(createQueryClient());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the role of the user', () => {
  it('is requested once in five minutes, also after a reload', async () => {
    const { roleCalls } = aServer('teacher');
    expect(await createQueryClient().fetchQuery(roleQuery('u1'))).toEqual({ role: 'teacher' });
    expect([sessionValues.userRoleName.find(), useSession.getState().role]).toEqual(['teacher', 'teacher']);
    vi.advanceTimersByTime(LIMITS.roleCacheMs - 1_000);
    const reloaded = createQueryClient();
    expect(await reloaded.fetchQuery(roleQuery('u1'))).toEqual({ role: 'teacher' });
    expect(roleCalls()).toBe(1);
    vi.advanceTimersByTime(1_000);
    await reloaded.fetchQuery(roleQuery('u1'));
    expect(roleCalls()).toBe(2);
  });

  it('is fetched at a sign-in even if it is cached', async () => {
    const { roleCalls } = aServer('teacher');
    await fetchRole('u1');
    await fetchRole('u1');
    expect(roleCalls()).toBe(2);
  });

  it('of another user is never used, and not stored after that user has signed out', async () => {
    const { roleCalls, rolesCalls } = aServer('teacher');
    const client = createQueryClient();
    await client.fetchQuery(roleQuery('u1'));
    await client.fetchQuery(rolesQuery('u1'));
    signInAs('u2');
    await fetchRole('u1');
    expect(sessionValues.roleHttpResponse.find()?.userId).toBe('u1');
    await client.fetchQuery(roleQuery('u2'));
    await client.fetchQuery(rolesQuery('u2'));
    expect([roleCalls(), rolesCalls()]).toEqual([3, 2]);
  });

  it('cached with a time in the future is fetched again', async () => {
    const { roleCalls } = aServer('teacher');
    sessionValues.roleHttpResponse.store({ payload: { role: 'admin' }, userId: 'u1', respondedAt: Date.now() + 86_400_000 });
    expect(await createQueryClient().fetchQuery(roleQuery('u1'))).toEqual({ role: 'teacher' });
    expect(roleCalls()).toBe(1);
  });
});

describe('the list of all roles of the user', () => {
  it('is fetched once for all calls within four seconds, also after an error', async () => {
    const { server, rolesCalls } = aServer('teacher');
    const fetchRoles = () => createQueryClient().fetchQuery({ ...rolesQuery('u1'), staleTime: 0 });
    await Promise.all([fetchRoles(), fetchRoles()]);
    vi.advanceTimersByTime(CLIENT_LIMITS.rolesRepeatMs - 1);
    await fetchRoles();
    expect(rolesCalls()).toBe(1);
    vi.advanceTimersByTime(1);
    server.isDown = true;
    await expect(fetchRoles()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(fetchRoles()).rejects.toMatchObject({ code: 'unavailable' });
    expect(rolesCalls()).toBe(2);
    vi.advanceTimersByTime(CLIENT_LIMITS.rolesRepeatMs);
    server.isDown = false;
    await fetchRoles();
    expect(rolesCalls()).toBe(3);
  });

  it('is cached for five minutes under the key of the specification', async () => {
    const { rolesCalls } = aServer('editor');
    await createQueryClient().fetchQuery(rolesQuery('u1'));
    expect(sessionValues.rolersHttpResponse.find()?.payload.permissions).toEqual(['importBook']);
    vi.advanceTimersByTime(LIMITS.roleCacheMs - 1_000);
    await createQueryClient().fetchQuery(rolesQuery('u1'));
    expect(rolesCalls()).toBe(1);
    vi.advanceTimersByTime(1_000);
    await createQueryClient().fetchQuery(rolesQuery('u1'));
    expect(rolesCalls()).toBe(2);
  });

  it('is invalidated as soon as the server announces a change, also within four seconds', async () => {
    const { server, roleCalls, rolesCalls } = aServer('reader');
    const client = createQueryClient();
    await client.fetchQuery(roleQuery('u1'));
    await client.fetchQuery(rolesQuery('u1'));
    server.role = 'editor';
    await dropRoles(client);
    expect(await client.fetchQuery(roleQuery('u1'))).toEqual({ role: 'editor' });
    expect((await client.fetchQuery(rolesQuery('u1'))).permissions).toEqual(['importBook']);
    expect([roleCalls(), rolesCalls(), useSession.getState().role]).toEqual([2, 2, 'editor']);
  });

  it('is taken over from another tab without a request', async () => {
    const { rolesCalls } = aServer('reader');
    const client = createQueryClient();
    await client.fetchQuery(rolesQuery('u1'));
    const payload = { roles: [{ role: 'editor' as const, scope: '' }], permissions: ['importBook'] };
    sessionValues.rolersHttpResponse.store({ payload, userId: 'u1', respondedAt: Date.now() });
    applyRolesOfOtherTab(client, 'u1');
    expect(client.getQueryData(rolesQuery('u1').queryKey)).toEqual(payload);
    sessionValues.rolersHttpResponse.store({ payload, userId: 'u2', respondedAt: Date.now() });
    applyRolesOfOtherTab(client, 'u2');
    expect(rolesCalls()).toBe(1);
  });
});

describe('the signed-in user', () => {
  it('is not requested without a session, and the page says so', async () => {
    endSession();
    const { asked } = stubCalls();
    const notified: string[] = [];
    const stop = onBroadcast('toast', ({ text }) => notified.push(text));
    await expect(createQueryClient().fetchQuery(userInfoQuery())).rejects.toThrow('获取用户信息失败，您登录了吗？');
    stop();
    expect(notified).toEqual(['获取用户信息失败，您登录了吗？']);
    expect(asked).toEqual([]);
  });
});

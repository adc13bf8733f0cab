import { getAuthRole, LIMITS, listAuthRoles, type Role } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { endSession, useSession } from '../../platform/session/session.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { answerCalls } from '../../testing/answer-calls.ts';
import { signInHere } from '../../testing/sign-in-here.ts';
import { dropRoles, fetchRole, roleQuery, rolesQuery, takeRolesOfOtherTab, userInfoQuery } from './queries.ts';

const signInAs = (id: string): void => signInHere({ id });

/** What the server says the person is, to be changed by a test. */
const aServer = (role: Role) => {
  const server = { role, isDown: false };
  const answered = (payload: () => unknown) => (): { payload: unknown } | { code: 'unavailable'; message: string } =>
    server.isDown ? { code: 'unavailable', message: '服务暂时不可用' } : { payload: payload() };
  const { asked } = answerCalls(
    [getAuthRole.path, answered(() => ({ role: server.role }))],
    [
      listAuthRoles.path,
      answered(() => ({ roles: [{ role: server.role, scope: '' }], permissions: server.role === 'editor' ? ['importBook'] : [] })),
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

describe('the role of a person', () => {
  it('is asked for once in five minutes, also by a page that is loaded anew', async () => {
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

  it('is asked for at a sign-in whatever is kept', async () => {
    const { roleCalls } = aServer('teacher');
    await fetchRole('u1');
    await fetchRole('u1');
    expect(roleCalls()).toBe(2);
  });

  it('of another person is never used, nor kept when they have left meanwhile', async () => {
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

  it('kept with a time in the future is asked for again', async () => {
    const { roleCalls } = aServer('teacher');
    sessionValues.roleHttpResponse.store({ payload: { role: 'admin' }, userId: 'u1', answeredAt: Date.now() + 86_400_000 });
    expect(await createQueryClient().fetchQuery(roleQuery('u1'))).toEqual({ role: 'teacher' });
    expect(roleCalls()).toBe(1);
  });
});

describe('all roles of a person', () => {
  it('are one question for all who ask within four seconds, well or badly answered', async () => {
    const { server, rolesCalls } = aServer('teacher');
    const ask = () => createQueryClient().fetchQuery({ ...rolesQuery('u1'), staleTime: 0 });
    await Promise.all([ask(), ask()]);
    vi.advanceTimersByTime(LIMITS.rolesRepeatMs - 1);
    await ask();
    expect(rolesCalls()).toBe(1);
    vi.advanceTimersByTime(1);
    server.isDown = true;
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    expect(rolesCalls()).toBe(2);
    vi.advanceTimersByTime(LIMITS.rolesRepeatMs);
    server.isDown = false;
    await ask();
    expect(rolesCalls()).toBe(3);
  });

  it('are kept for five minutes under the name of the specification', async () => {
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

  it('count no more once the server says they have changed, four seconds or not', async () => {
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

  it('answered to another tab are taken over without a question', async () => {
    const { rolesCalls } = aServer('reader');
    const client = createQueryClient();
    await client.fetchQuery(rolesQuery('u1'));
    const payload = { roles: [{ role: 'editor' as const, scope: '' }], permissions: ['importBook'] };
    sessionValues.rolersHttpResponse.store({ payload, userId: 'u1', answeredAt: Date.now() });
    takeRolesOfOtherTab(client, 'u1');
    expect(client.getQueryData(rolesQuery('u1').queryKey)).toEqual(payload);
    sessionValues.rolersHttpResponse.store({ payload, userId: 'u2', answeredAt: Date.now() });
    takeRolesOfOtherTab(client, 'u2');
    expect(rolesCalls()).toBe(1);
  });
});

describe('the person', () => {
  it('is not asked for while nobody is signed in, and that is said', async () => {
    endSession();
    const { asked } = answerCalls();
    const told: string[] = [];
    const stop = onBroadcast('toast', ({ text }) => told.push(text));
    await expect(createQueryClient().fetchQuery(userInfoQuery())).rejects.toThrow('获取用户信息失败，您登录了吗？');
    stop();
    expect(told).toEqual(['获取用户信息失败，您登录了吗？']);
    expect(asked).toEqual([]);
  });
});

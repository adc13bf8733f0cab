import type { SecondFactorState } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer } from '../../../testing/test-server.ts';
import { appCode } from '../testing/authenticator-app.ts';
import { ADMIN_PATH, headersOf, SECOND, withSecondFactorServer } from '../testing/second-factor-server.ts';

testAccess('getSecondFactor', 'every user');

const { shop, now, query, createTestUser, stateOf, enroll, signIn, enterCode } = withSecondFactorServer();

describe('an operator without a second factor', () => {
  it.each(['admin', 'editor', 'finance'] as const)('(%s) has only the permissions of a reader until one is set up', async (role) => {
    const one = await createTestUser(role);
    expect((await shop().call<{ role: string }>('/api/my/getRole', { as: one })).payload?.role).toBe('reader');
    expect((await signIn(one)).login?.secondFactorMissing).toBe(true);
    const operator = { ...one, headers: headersOf((await signIn(one)).login ?? null) };
    expect(await stateOf(operator)).toMatchObject({ enabled: false, required: true, passed: false });
    const roles = await shop().call<{ roles: unknown[]; permissions: string[] }>('/api/my/getAuthRole', { as: operator });
    expect(JSON.stringify(roles.payload)).not.toContain(role);
    await enroll(operator);
    expect((await shop().call<{ role: string }>('/api/my/getRole', { as: operator })).payload?.role).toBe(role);
    expect(await stateOf(operator)).toMatchObject({ enabled: true, required: true, passed: true });
  });

  it('is refused every call of the admin area with the missing second factor as the reason, and admitted after setup', async () => {
    const admin = await createTestUser('admin');
    expect((await shop().call(ADMIN_PATH, { as: admin })).code).toBe('account.secondFactorMissing');
    expect((await shop().call(ADMIN_PATH, { as: await createTestUser() })).code).toBe('forbidden');
    const { secret } = await enroll(admin);
    expect((await shop().call(ADMIN_PATH, { as: admin })).code).toBe('success');
    // The role stays withheld from a session that has not passed the second factor, even if the user has one.
    await query('update session set second_factor = false where user_id = $1', [admin.id]);
    expect((await shop().call(ADMIN_PATH, { as: admin })).code).toBe('account.secondFactorMissing');
    const login = (await enterCode((await signIn(admin)).ticket, appCode(secret, now()))).payload;
    expect(login?.secondFactorMissing).toBeUndefined();
    expect((await shop().call(ADMIN_PATH, { as: { ...admin, headers: headersOf(login) } })).code).toBe('success');
  });

  it('has no access by the withheld role where another role permits the call', async () => {
    const one = await createTestUser('orgAdmin');
    await query("insert into user_role (user_id, role, scope, granted_at) values ($1, 'editor', '', 0)", [one.id]);
    const state = await stateOf(one);
    expect(state?.required).toBe(true);
    const { permissions = [], roles = [] } =
      (await shop().call<{ permissions: string[]; roles: { role: string }[] }>('/api/my/getAuthRoles', { as: one })).payload ?? {};
    expect(permissions).not.toContain('publishBook');
    expect(roles.map(({ role }) => role)).not.toContain('editor');
  });

  it('has all roles on an installation that does not require one', async () => {
    const free = await openTestServer();
    try {
      const admin = await free.user('13711119999', 'admin');
      expect((await free.call(ADMIN_PATH, { as: admin })).code).toBe('success');
      expect((await free.call<SecondFactorState>(SECOND, { as: admin })).payload).toMatchObject({ required: false, enabled: false });
    } finally {
      await free.close();
    }
  }, 120_000);
});

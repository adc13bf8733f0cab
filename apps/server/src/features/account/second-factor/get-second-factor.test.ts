import {
  CodedError,
  type confirmSecondFactor,
  type LoginResult,
  type OutputOf,
  type SecondFactorState,
  secondFactorRequired,
  type startSecondFactor,
} from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleAccount } from '../../../app/assemble-account.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { appCode } from '../testing/authenticator-app.ts';

testAccess('getSecondFactor', 'every user');

const SECOND = '/api/my/second-factor';
const ADMIN_PATH = '/api/admin/user/list';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer({ SECOND_FACTOR: 'required' });
});
afterAll(() => shop?.close());

let made = 0;
const aTel = (): string => `1371111${String(++made).padStart(4, '0')}`;
const now = (): number => shop.platform.clock.now();
const nextStep = (): void => shop.platform.advanceClock?.(30_000);
const account = () => assembleAccount(shop.platform);
const query = async (text: string, values: unknown[]) => (await shop.platform.db.pool.query(text, values)).rows;

const createTestUser = (role: Parameters<TestServer['user']>[1] = 'reader'): Promise<TestUser> => shop.user(aTel(), role);
const stateOf = async (as: TestUser): Promise<SecondFactorState | null> => (await shop.call<SecondFactorState>(SECOND, { as })).payload;
const post = <T>(path: string, as: TestUser | undefined, body: object) => shop.call<T>(path, { ...(as === undefined ? {} : { as }), body });

interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}
const enroll = async (as: TestUser): Promise<Enrolled> => {
  const { secret = '' } = (await post<OutputOf<typeof startSecondFactor>>(`${SECOND}/start`, as, {})).payload ?? {};
  const confirmed = await post<OutputOf<typeof confirmSecondFactor>>(`${SECOND}/confirm`, as, { code: appCode(secret, now()) });
  expect(confirmed.code).toBe('success');
  nextStep();
  return { secret, recoveryCodes: confirmed.payload?.recoveryCodes ?? [] };
};

const headersOf = (login: LoginResult | null): Record<string, string> => ({
  authorization: `dp-token ${login?.dpAuthToken ?? ''}`,
  'x-device-code': 'web',
});
/** Returns the result of a correct first factor: a session, or the sign-in ticket for the second factor. */
const signIn = async ({ id, tel }: TestUser, deviceId?: string): Promise<{ login?: LoginResult; ticket?: string }> => {
  try {
    return { login: await completeSignIn(account(), { id, nickname: tel, avatar: '' }, { deviceCode: 'web', deviceId, userAgent: '' }) };
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'account.secondFactorRequired') throw error;
    return { ticket: secondFactorRequired.parse(error.payload).ticket };
  }
};
const enterCode = (ticket: string | undefined, code: string, headers: Record<string, string> = {}) =>
  shop.call<LoginResult>('/api/user/auth/secondFactor', { body: { ticket, code }, headers });

describe('an operator without a second factor', () => {
  it.each(['admin', 'editor', 'finance'] as const)('(%s) has only the permissions of a reader until one is set up', async (role) => {
    const one = await createTestUser(role);
    expect((await shop.call<{ role: string }>('/api/my/getRole', { as: one })).payload?.role).toBe('reader');
    expect((await signIn(one)).login?.secondFactorMissing).toBe(true);
    const operator = { ...one, headers: headersOf((await signIn(one)).login ?? null) };
    expect(await stateOf(operator)).toMatchObject({ enabled: false, required: true, passed: false });
    const roles = await shop.call<{ roles: unknown[]; permissions: string[] }>('/api/my/getAuthRole', { as: operator });
    expect(JSON.stringify(roles.payload)).not.toContain(role);
    await enroll(operator);
    expect((await shop.call<{ role: string }>('/api/my/getRole', { as: operator })).payload?.role).toBe(role);
    expect(await stateOf(operator)).toMatchObject({ enabled: true, required: true, passed: true });
  });

  it('is refused every call of the admin area with the missing second factor as the reason, and admitted after setup', async () => {
    const admin = await createTestUser('admin');
    expect((await shop.call(ADMIN_PATH, { as: admin })).code).toBe('account.secondFactorMissing');
    expect((await shop.call(ADMIN_PATH, { as: await createTestUser() })).code).toBe('forbidden');
    const { secret } = await enroll(admin);
    expect((await shop.call(ADMIN_PATH, { as: admin })).code).toBe('success');
    // The role stays withheld from a session that has not passed the second factor, even if the user has one.
    await query('update session set second_factor = false where user_id = $1', [admin.id]);
    expect((await shop.call(ADMIN_PATH, { as: admin })).code).toBe('account.secondFactorMissing');
    const login = (await enterCode((await signIn(admin)).ticket, appCode(secret, now()))).payload;
    expect(login?.secondFactorMissing).toBeUndefined();
    expect((await shop.call(ADMIN_PATH, { as: { ...admin, headers: headersOf(login) } })).code).toBe('success');
  });

  it('has no access by the withheld role where another role permits the call', async () => {
    const one = await createTestUser('orgAdmin');
    await query("insert into user_role (user_id, role, scope, granted_at) values ($1, 'editor', '', 0)", [one.id]);
    const state = await stateOf(one);
    expect(state?.required).toBe(true);
    const { permissions = [], roles = [] } =
      (await shop.call<{ permissions: string[]; roles: { role: string }[] }>('/api/my/getAuthRoles', { as: one })).payload ?? {};
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

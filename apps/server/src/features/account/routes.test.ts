import { type Envelope, LIMITS, type LoginResult, TERMS_VERSION } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../platform/http/create-http-server.ts';
import { createRouter } from '../../platform/http/router.ts';
import { createLogger } from '../../platform/logger.ts';
import { UNSCOPED_AUTHORIZATION } from '../authorization/testing/unscoped-authorization.ts';
import { createAuthenticator } from './authenticate.ts';
import { seedDemoUsers } from './create-users.ts';
import type { PublicKeyForPassword } from './password/password-transport.ts';
import { registerAccountRoutes } from './routes.ts';
import { type AccountFixture, createAccountFixture, encryptPassword } from './testing/account-fixture.ts';

const ORIGIN = 'http://localhost:9350';
const AUTH = '/api/center-user/auth';

let fixture: AccountFixture;
let server: FastifyInstance;
const logged: string[] = [];
beforeAll(async () => {
  fixture = await createAccountFixture();
  await seedDemoUsers(fixture.account);
  server = await createHttpServer({
    log: createLogger('trace', { write: (line) => void logged.push(line) }),
    trustedProxies: [],
    isContentHost: () => false,
    isAppHost: () => true,
  });
  const router = createRouter(server, {
    authenticate: createAuthenticator(fixture.account),
    authorization: UNSCOPED_AUTHORIZATION,
    appOrigins: [ORIGIN],
  });
  registerAccountRoutes(router, {
    ...fixture.account,
    scopes: { find: async () => [], namesOf: async () => new Map() },
    personalPagesOf: async () => [],
    takeAvatar: async () => '',
  });
});
afterAll(async () => {
  await server.close();
  await fixture.drop();
});

const call = async <Payload>(
  method: 'GET' | 'POST',
  url: string,
  { body, token, form = false }: { body?: Record<string, string>; token?: string; form?: boolean } = {},
): Promise<Envelope<Payload>> => {
  const response = await server.inject({
    method,
    url,
    headers: {
      'x-device-code': 'web',
      ...(token === undefined ? {} : { authorization: `dp-token ${token}` }),
      ...(body === undefined ? {} : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: form ? new URLSearchParams(body).toString() : JSON.stringify(body) }),
  });
  expect(response.statusCode).toBe(200);
  return response.json();
};

const passwordBody = async (tel: string, password: string): Promise<Record<string, string>> => {
  const key = await call<PublicKeyForPassword>('GET', `${AUTH}/getRsaPublicKey`);
  if (key.payload === null) throw new Error('no key');
  return { tel, password: encryptPassword(key.payload, password), ...(await fixture.solvedCaptcha()) };
};

const signIn = async (tel: string, password: string): Promise<Envelope<LoginResult>> =>
  call('POST', `${AUTH}/loginByPasswordRequireCaptcha`, { body: await passwordBody(tel, password) });

describe('the account operations over HTTP', () => {
  it('sign a new reader up from the captcha to the nickname, with forms as with JSON', async () => {
    for (const form of [true, false]) {
      const tel = form ? '13900000040' : '13900000041';
      const captcha = await call<{ img: string; key: string }>('GET', `${AUTH}/getCaptcha?refresh=1`);
      expect(captcha.payLoad).toEqual(captcha.payload);
      expect(captcha).toMatchObject({ code: 'success', message: '', payload: { img: expect.stringMatching(/^data:image\/png;base64,/) } });
      const request = { tel, type: 'login', captchaKey: captcha.payload?.key ?? '', captchaTxt: 'ak7t' };
      const sent = await call<{ resendAt: number }>('POST', `${AUTH}/sendSmsCodeRequireCaptcha`, { body: request, form });
      expect(Math.abs((sent.payload?.resendAt ?? 0) - fixture.clock.now() - LIMITS.smsResendMs)).toBeLessThan(10_000);

      const code = fixture.sent.findLast((message) => message.tel === tel)?.code ?? '';
      const login = await call<LoginResult>('POST', `${AUTH}/login-by-tel`, { body: { tel, code, autoRegister: 'true' }, form });
      expect(login).toMatchObject({ code: 'success', payload: { registered: true, expires_in: 15 * 86_400 } });
      const token = login.payLoad?.dpAuthToken ?? '';

      const info = await call('GET', '/api/user/userInfo/get', { token });
      expect(info.payload).toMatchObject({ nickname: `读者${tel.slice(-4)}`, tel: `139****${tel.slice(-4)}`, hasPassword: false });
      expect((await call('GET', '/api/user/auth/logout', { token })).code).toBe('success');
      expect((await call('GET', '/api/user/userInfo/get', { token })).code).toBe('requestLogin');
    }
  });

  it('sign the demo teacher in by password and return the role under both paths', async () => {
    const token = (await signIn('13800000002', 'Shufang-2026')).payload?.dpAuthToken ?? '';
    expect((await call('GET', '/api/my/getRole', { token })).payload).toEqual({ role: 'teacher' });
    expect((await call('GET', '/apiv2/auth/get-role', { token })).payload).toEqual({
      role: 'teacher',
      consentVersion: TERMS_VERSION,
    });
    const { roles } = (await call<{ roles: { role: string; scope: string }[] }>('GET', '/apiv2/auth/get-roles', { token })).payload ?? {
      roles: [],
    };
    expect(roles.map(({ role }) => role).toSorted()).toEqual(['reader', 'teacher']);
  });

  it('respond to a known and an unknown number with the same message and shape', async () => {
    const known = await signIn('13800000001', 'not-the-password');
    const unknown = await signIn('13977777777', 'not-the-password');
    expect(known).toEqual(unknown);
    expect(known.code).toBe('account.credentialsWrong');
  });

  it('let a client with an invalid stored token sign in, get a captcha and sign out', async () => {
    const dead = (await signIn('13800000003', 'Shufang-2026')).payload?.dpAuthToken ?? '';
    await signIn('13800000003', 'Shufang-2026');
    expect((await call('GET', '/api/user/userInfo/get', { token: dead })).code).toBe('userBeenKickedOut');
    expect((await call('GET', `${AUTH}/getCaptcha`, { token: dead })).code).toBe('success');
    expect((await call('GET', '/api/user/auth/logout', { token: dead })).code).toBe('success');
    const body = await passwordBody('13800000003', 'Shufang-2026');
    expect((await call('POST', `${AUTH}/loginByPasswordRequireCaptcha`, { token: dead, body })).code).toBe('success');
  });

  it('reject malformed requests with a message', async () => {
    const solved = await fixture.solvedCaptcha();
    const send = (fields: Record<string, string>) =>
      call('POST', `${AUTH}/sendSmsCodeRequireCaptcha`, { body: { tel: '13900000050', type: 'login', ...solved, ...fields } });
    expect(await send({ tel: '12345678901' })).toMatchObject({ code: 'account.phoneInvalid', message: '手机号码格式错误', payload: null });
    expect((await send({ type: 'anything' })).code).toBe('request.invalid');
    expect((await send({ captchaTxt: 'A\0B' })).code).toBe('request.invalid');
    expect((await send({ captchaKey: 'x'.repeat(65) })).code).toBe('request.invalid');
    expect((await send({})).code).toBe('success');
  });

  it('write no password, code, token or complete number to the log', async () => {
    const { dpAuthToken } = (await signIn('13800000004', 'Shufang-2026')).payload ?? { dpAuthToken: '' };
    await call('GET', '/api/user/userInfo/get', { token: dpAuthToken });
    const text = logged.join('');
    expect(text).toContain('/api/user/userInfo/get');
    const secrets = ['Shufang-2026', dpAuthToken, '13800000004', '13900000040', ...fixture.sent.map(({ code }) => `"${code}"`)];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

/** Tests what all calls have in common: the shape of responses, limits, Chinese error messages, no secret in the log. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as contract from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_HOST, openTestServer, type TestServer } from '../testing/test-server.ts';

const operations = Object.values<unknown>(contract).filter(
  (value): value is contract.Operation => typeof value === 'object' && value !== null && 'validatesOwnText' in value && 'path' in value,
);

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
}
interface Call {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Returns the possible values of `code` in a response according to the OpenAPI document, sorted. */
const codesOf = (document: OpenApi, schema: Schema | undefined): string[] => {
  const named = schema?.$ref === undefined ? schema : document.components?.schemas?.[schema.$ref.replace('#/components/schemas/', '')];
  return [...(named?.properties?.['code']?.enum ?? [])].toSorted();
};

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

const post = (url: string, payload: string | Buffer, type = 'application/json') =>
  shop.request({ method: 'POST', url, headers: { host: APP_HOST, 'content-type': type }, payload });
const LOGIN = '/api/center-user/auth/login-by-tel';

describe('the envelope', () => {
  test('has no message for a read, and has the inherited spelling only for center-user calls', async () => {
    expect(await shop.call('/api/home/get')).toMatchObject({ code: 'success', message: '' });
    expect(await shop.call('/api/home/get')).not.toHaveProperty('payLoad');
    const captcha = await shop.call<{ key: string }>('/api/center-user/auth/getCaptcha');
    expect((captcha as unknown as { payLoad: unknown }).payLoad).toEqual(captcha.payload);
  });

  test('requires sign-in if the operation needs a reader, with HTTP 200', async () => {
    const response = await shop.request({ method: 'GET', url: '/api/my/getBooks', headers: { host: APP_HOST } });
    expect([response.statusCode, response.json<{ code: string; message: string }>().code]).toEqual([200, 'requestLogin']);
  });

  test('rejects an admin call of a reader', async () => {
    const reader = await shop.user('13922220001');
    expect((await shop.call('/api/admin/import/list', { as: reader })).code).toBe('forbidden');
    const editor = await shop.user('13922220002', 'editor');
    expect((await shop.call('/api/admin/import/list', { as: editor })).code).toBe('success');
  });
});

describe('bad input', () => {
  const cases: [string, () => ReturnType<typeof post>, number, string, RegExp][] = [
    ['JSON that is none', () => post(LOGIN, '{"tel":'), 400, 'request.invalid', /格式有误/],
    ['a body over 1 MiB', () => post(LOGIN, JSON.stringify({ tel: 'x'.repeat(1_100_000) })), 413, 'request.tooLarge', /过大/],
    ['an unknown content type', () => post(LOGIN, 'tel=1', 'text/csv'), 415, 'request.invalid', /不支持的内容类型/],
    ['a wrong phone', () => post(LOGIN, JSON.stringify({ tel: '12345', code: '1' })), 200, 'account.phoneInvalid', /手机号码格式错误/],
    [
      'a form-urlencoded wrong phone',
      () => post(LOGIN, 'tel=12345&code=1', 'application/x-www-form-urlencoded'),
      200,
      'account.phoneInvalid',
      /手机号码格式错误/,
    ],
    ['a NUL', () => post(LOGIN, JSON.stringify({ tel: '13800000001', code: 'a\0b' })), 200, 'request.invalid', /空字符/],
    ['half a surrogate pair', () => post(LOGIN, '{"tel":"13800000001","code":"\\ud800"}'), 200, 'request.invalid', /不完整的字符/],
    ['nesting without end', () => post(LOGIN, `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`), 200, 'request.invalid', /嵌套层数过多/],
    [
      'too many keys',
      () => post(LOGIN, JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`k${n}`, 1])))),
      200,
      'request.invalid',
      /项目过多/,
    ],
    [
      'a page cursor of somebody else',
      () => shop.request({ method: 'GET', url: '/api/course/query?cursor=!!!', headers: { host: APP_HOST } }) as ReturnType<typeof post>,
      200,
      'request.invalid',
      /翻页参数/,
    ],
    ['an unknown call', () => post('/api/nothing', '{}'), 404, 'request.notFound', /没有找到/],
  ];
  test.each(cases)('%s gets a specific error', async (_, send, status, code, message) => {
    const response = await send();
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code, payload: null });
    expect(response.json<{ message: string }>().message).toMatch(message);
  });

  test('a request for an unknown host is rejected with the reason', async () => {
    const underAnother = async (url: string) => (await shop.request({ method: 'GET', url, headers: { host: 'evil.example' } })).statusCode;
    expect(await underAnother('/api/home/get')).toBe(421);
    expect(await underAnother('/metrics')).toBe(421);
    // Load balancers, containers and `doctor` call the health routes with the IP address as host.
    expect([await underAnother('/healthz'), await underAnother('/readyz')]).toEqual([200, 200]);
  });
});

describe('operators', () => {
  test('read health, readiness and metrics, and metrics are open only to this machine', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics'])
      expect((await shop.request({ method: 'GET', url, headers: { host: APP_HOST } })).statusCode, url).toBe(200);
    expect(
      (await shop.request({ method: 'GET', url: '/metrics', headers: { host: APP_HOST }, remoteAddress: '203.0.113.9' })).statusCode,
    ).toBe(404);
  });

  test('find every operation with its error codes in the OpenAPI document', async () => {
    const document = (await shop.request({ method: 'GET', url: '/openapi.json', headers: { host: APP_HOST } })).json<OpenApi>();
    for (const operation of operations) {
      const call = document.paths[operation.path.replaceAll(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()];
      const codes = codesOf(document, call?.responses['200']?.content['application/json']?.schema);
      expect([operation.name, call?.operationId, codes]).toEqual([
        operation.name,
        operation.name,
        [...new Set([contract.SUCCESS, ...contract.COMMON_ERRORS, ...operation.errors])].toSorted(),
      ]);
    }
  });

  test('find uploads and streams with request, response and session in the OpenAPI document', async () => {
    const { paths } = (await shop.request({ method: 'GET', url: '/openapi.json', headers: { host: APP_HOST } })).json();
    const upload = paths['/api/admin/import/create'].post;
    expect(Object.keys(upload.requestBody.content)).toEqual(['multipart/form-data']);
    expect(upload.requestBody.content['multipart/form-data'].schema.properties).toMatchObject({ file: { format: 'binary' }, publish: {} });
    expect(JSON.stringify(upload.responses)).toContain('import.refused');
    expect(upload.security).toEqual([{ session: [] }]);
    const stream = paths['/api/sync/stream'].get;
    expect(Object.keys(stream.responses['200'].content)).toEqual(['text/event-stream', 'application/json']);
    expect(JSON.stringify(stream.responses)).toContain('requestLogin');
    expect(Object.keys(paths[`${contract.COVER_PATH}/{bookId}/{file}`].get.responses)).toEqual(['200', '404']);
    expect(paths['/api/my/getBooks'].get.security).toEqual([{ session: [] }]);
    expect(paths[LOGIN].post.security).toEqual([{}, { session: [] }]);
    expect(Object.keys(paths[LOGIN].post.requestBody.content)).toEqual(['application/json', 'application/x-www-form-urlencoded']);
  });

  test('find no token, code or complete phone number in the log', async () => {
    const reader = await shop.user('13922223333');
    const token = reader.headers['authorization']?.replace('dp-token ', '') ?? 'no token';
    await shop.call('/api/my/getBooks', { as: reader });
    await post(LOGIN, JSON.stringify({ tel: reader.tel, code: '987654' }));
    await shop.request({ method: 'GET', url: `/api/home/${reader.tel}?code=987654`, headers: { host: APP_HOST } });
    expect(shop.log()).toContain('"/api…[length 21]"');
    for (const secret of [token, reader.tel, '987654']) expect(shop.log()).not.toContain(secret);
  });
});

describe('the test clock', () => {
  test('moves forward on request, and only with its setting', async () => {
    const before = shop.platform.clock.now();
    await post('/test/clock', JSON.stringify({ advanceMs: 3_600_000 }));
    expect(shop.platform.clock.now() - before).toBeGreaterThanOrEqual(3_600_000);
    const plain = await openTestServer({ TEST_CLOCK: '0' });
    expect(
      (
        await plain.request({
          method: 'POST',
          url: '/test/clock',
          headers: { host: APP_HOST, 'content-type': 'application/json' },
          payload: '{"advanceMs":1}',
        })
      ).statusCode,
    ).toBe(404);
    await plain.close();
  });
});

describe('a server without an SMS provider', () => {
  test('rejects a request for a code with a message that names its operator', async () => {
    const quiet = await openTestServer({ SMS_PROVIDER: 'none', OPERATOR_CONTACT: '信息中心' });
    const captcha = await quiet.call<{ key: string }>('/api/center-user/auth/getCaptcha');
    const outbox = readFileSync(path.join(quiet.platform.config.dataDir, 'outbox', 'captcha.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const smsRequest = {
      tel: '13922224444',
      type: 'login',
      captchaKey: captcha.payload?.key,
      captchaTxt: JSON.parse(outbox.at(-1) ?? '').answer,
    };
    const response = await quiet.call('/api/center-user/auth/sendSmsCodeRequireCaptcha', { body: smsRequest });
    expect(response).toMatchObject({ code: 'account.smsUnavailable', message: expect.stringContaining('短信') });
    expect((await quiet.request({ method: 'GET', url: '/openapi.json', headers: { host: APP_HOST } })).json()).toMatchObject({
      info: { contact: { name: '信息中心' } },
    });
    await quiet.close();
  });
});

test('the OpenAPI document refers to no missing schema', async () => {
  const { body } = await shop.request({ method: 'GET', url: '/openapi.json', headers: { host: APP_HOST } });
  const { components } = JSON.parse(body) as { components?: { schemas?: object } };
  const named = new Set(Array.from(body.matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, name = '']) => name));
  expect(named.size).toBeGreaterThan(0);
  expect(Object.keys(components?.schemas ?? {})).toEqual(expect.arrayContaining([...named]));
});

describe('the OpenAPI document', () => {
  test('names the headers that affect calls', async () => {
    const { paths } = (await shop.request({ method: 'GET', url: '/openapi.json', headers: { host: APP_HOST } })).json<{
      paths: Record<string, Record<string, { parameters?: { in: string; name: string; required?: boolean }[] }>>;
    }>();
    const headersOf = (address: string, method: string) =>
      (paths[address]?.[method]?.parameters ?? []).filter((parameter) => parameter.in === 'header');
    expect(headersOf('/api/user/userInfo/set', 'post').map(({ name }) => name)).toEqual(['x-device-code', 'x-op-id']);
    expect(headersOf('/api/home/get', 'get').map(({ name }) => name)).toEqual(['x-device-code']);
    expect(headersOf('/api/user/userInfo/set', 'post').some(({ required }) => required)).toBe(false);
  });
});

describe('the pages of the site', () => {
  test.each(['/', '/user/login', '/lesson/connect/dispatch'])(
    '%s cannot be framed by another site and isolates its window',
    async (url) => {
      const { headers } = await shop.request({ method: 'GET', url, headers: { host: APP_HOST } });
      expect(String(headers['content-security-policy']).split(/;\s*/)).toContain("frame-ancestors 'none'");
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    },
  );

  test('the opaque origin of a sandboxed frame gets no cross-origin permission', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await shop.request({
        method,
        url: '/api/home/get',
        headers: { host: APP_HOST, origin: 'null', 'access-control-request-method': 'GET' },
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

/** Sends secrets of every kind in every field of every call: the log contains none of them (security.md T25). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';
import { createWireScenario, type DescribedCall, describedCalls } from '../testing/wire-fixture.ts';

let shop: TestServer;
let user: TestUser;
let calls: DescribedCall[];
beforeAll(async () => {
  shop = await openTestServer({ TEST_CLOCK: '0' });
  user = await shop.user('13677770001', 'admin');
  calls = await describedCalls(shop);
}, 120_000);
afterAll(() => shop?.close());

const token = (): string => user.headers['authorization']?.replace('dp-token ', '') ?? '';

/** Unique texts, so that one found in the log has leaked. */
const planted = async (): Promise<Readonly<Record<string, string>>> => ({
  token: token(),
  password: 'Canary-mima-7f3a91',
  ciphertext: await createWireScenario(shop).encrypted('Canary-mima-7f3a91'),
  smsCode: '918273',
  captchaAnswer: 'QZ7K',
  phone: '13688889999',
  proof: 'canaryproofcanaryproofcanaryproofcanaryproo',
  activationCode: 'CANR-YXQ7-KM3P-Z9WT',
  note: 'canary-note-6b21d0',
});

/** The planted secrets by the fields in which the client sends them. */
const FIELDS: Readonly<Record<string, string>> = {
  tel: 'phone',
  password: 'ciphertext',
  code: 'smsCode',
  smsCode: 'smsCode',
  oldCode: 'smsCode',
  captchaTxt: 'captchaAnswer',
  captcha: 'proof',
  captchaKey: 'proof',
  proof: 'proof',
  proofHash: 'proof',
  state: 'proof',
  ticket: 'proof',
  nickname: 'note',
};

const send = async (request: { method: string; url: string; headers?: Record<string, string>; payload?: string }): Promise<void> => {
  const response = await shop.server.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: { host: APP_HOST, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    payloadAsStream: request.url.startsWith('/api/sync/stream'),
  });
  if (request.url.startsWith('/api/sync/stream')) response.stream().destroy();
  else expect(response.statusCode, request.url.slice(0, 80)).toBeLessThan(500);
};

const multipart = (fields: Record<string, string>, name: string): string =>
  `${Object.entries(fields)
    .map(([field, value]) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
    .join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${name}\r\n--x--\r\n`;

it('the log contains no secrets, and phone numbers only masked', async () => {
  const secrets = await planted();
  const { phone = '', note = '' } = secrets;
  for (const call of calls) {
    const path = call.path.replaceAll(/\{proof\}/g, secrets['proof'] ?? '').replaceAll(/\{[^}]+\}/g, 'some-part');
    const fields = { ...Object.fromEntries(Object.entries(FIELDS).map(([field, kind]) => [field, secrets[kind] ?? ''])), note };
    const codes = { ...fields, code: secrets['activationCode'] ?? '' };
    const json = { 'content-type': 'application/json', 'x-device-code': 'web' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const authorized = { authorization: `dp-token ${secrets['token']}` };
    for (const headers of [{}, authorized, { authorization: `dp-token ${secrets['proof']}` }]) {
      if (call.method === 'GET') {
        await send({ method: 'GET', url: `${path}?${new URLSearchParams(fields).toString()}`, headers });
        continue;
      }
      for (const body of [fields, codes]) {
        await send({ method: 'POST', url: path, headers: { ...json, ...headers }, payload: JSON.stringify(body) });
        await send({ method: 'POST', url: path, headers: { ...form, ...headers }, payload: new URLSearchParams(body).toString() });
      }
      // The body is not valid JSON; the parser must not log the text at which it failed.
      await send({ method: 'POST', url: path, headers: { ...json, ...headers }, payload: `${JSON.stringify(fields).slice(0, -1)},` });
      await send({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
        payload: multipart({ [phone]: note, ...fields }, `${note}.epub`),
      });
      await send({
        method: 'POST',
        url: `${path}?${new URLSearchParams(fields).toString()}`,
        headers: { ...json, ...headers },
        payload: '{}',
      });
    }
    await send({
      method: call.method,
      url: path,
      headers: { 'x-device-id': phone, 'x-op-id': secrets['proof'] ?? '', 'user-agent': note },
    });
  }
  // An internal error is logged with its details, but without the values of the request.
  shop.server.log.error(
    {
      err: Object.assign(new Error(`Failed query: select 1\nparams: ${phone},${note}`), { detail: phone }),
      tel: phone,
      password: secrets['password'],
    },
    `about ${phone} with dp-token ${secrets['token']}`,
  );
  const log = shop.log();
  expect(log).toContain('"msg":"request"');
  expect(log).toContain('136****9999');
  const found = Object.entries(secrets).filter(([, secret]) => log.includes(secret) || log.includes(encodeURIComponent(secret)));
  const where = found.map(
    ([kind, secret]) => `${kind}: ${log.split('\n').find((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))}`,
  );
  expect(where).toEqual([]);
}, 240_000);

/** Secrets of every kind sent through every call in every place: nothing the server logs holds one of them (security.md T25). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';
import { createWireScene, type DescribedCall, describedCalls } from './testing/wire-scene.ts';

let shop: TestServer;
let person: TestPerson;
let calls: DescribedCall[];
beforeAll(async () => {
  shop = await openTestServer({ TEST_CLOCK: '0' });
  person = await shop.person('13677770001', 'admin');
  calls = await describedCalls(shop);
}, 120_000);
afterAll(() => shop?.close());

const token = (): string => person.headers['authorization']?.replace('dp-token ', '') ?? '';

/** Each a text that stands nowhere else, so that finding it means that it leaked. */
const planted = async (): Promise<Readonly<Record<string, string>>> => ({
  token: token(),
  password: 'Canary-mima-7f3a91',
  ciphertext: await createWireScene(shop).encrypted('Canary-mima-7f3a91'),
  smsCode: '918273',
  captchaAnswer: 'QZ7K',
  phone: '13688889999',
  proof: 'canaryproofcanaryproofcanaryproofcanaryproo',
  activationCode: 'CANR-YXQ7-KM3P-Z9WT',
  note: 'canary-note-6b21d0',
});

/** The fields in which an honest client sends each. */
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
  const answer = await shop.server.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: { host: APP_HOST, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    payloadAsStream: request.url.startsWith('/api/sync/stream'),
  });
  if (request.url.startsWith('/api/sync/stream')) answer.stream().destroy();
  else expect(answer.statusCode, request.url.slice(0, 80)).toBeLessThan(500);
};

const multipart = (fields: Record<string, string>, name: string): string =>
  `${Object.entries(fields)
    .map(([field, value]) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
    .join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${name}\r\n--x--\r\n`;

it('keeps what is secret out of the log, and a number only masked in it', async () => {
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
      // Where a parser stumbles, what it stumbled over must not be told.
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
  // A fault of ours is told with everything that led to it, and still without what was sent.
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

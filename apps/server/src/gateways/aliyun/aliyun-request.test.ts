import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AliyunError, callAliyun, signAliyunRequest } from './aliyun-request.ts';

const KEYS = { accessKeyId: 'an-id', accessKeySecret: 'a-secret' };

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Starts a server that responds to every request with `status` and `text`, or never responds. */
const listen = async (reply: { status: number; text: string } | 'never'): Promise<{ endpoint: string; received: Received[] }> => {
  const received: Received[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      if (reply !== 'never') response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.text);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
};

const call = (endpoint: string, timeoutMs?: number) =>
  callAliyun({
    endpoint,
    action: 'SendSms',
    version: '2017-05-25',
    params: { TemplateParam: '{"code":"01 2*3~\'()!"}', PhoneNumbers: '13900000001', SignName: '书房' },
    ...KEYS,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a request to Aliyun', () => {
  it('is signed as in the example of the documentation', () => {
    const authorization = signAliyunRequest(
      {
        query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
        headers: {
          host: 'ecs.cn-shanghai.aliyuncs.com',
          'x-acs-action': 'RunInstances',
          'x-acs-version': '2014-05-26',
          'x-acs-date': '2023-10-26T10:22:32Z',
          'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
          'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        },
        body: '',
      },
      { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
    );
    expect(authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });

  it('has a signature that the receiver can verify from the received request', async () => {
    const { endpoint, received } = await listen({ status: 200, text: '{"Code":"OK","RequestId":"r"}' });
    expect(await call(endpoint)).toEqual({ Code: 'OK', RequestId: 'r' });
    const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = received;
    expect([method, url]).toEqual(['POST', '/']);
    expect(body).toBe(
      'PhoneNumbers=13900000001&SignName=%E4%B9%A6%E6%88%BF&TemplateParam=%7B%22code%22%3A%2201%202%2A3~%27%28%29%21%22%7D',
    );
    expect(headers).toMatchObject({
      'x-acs-action': 'SendSms',
      'x-acs-version': '2017-05-25',
      'x-acs-content-sha256': hex(body),
      'x-acs-date': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      'x-acs-signature-nonce': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const signed = 'content-type;host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version';
    const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}`);
    const canonical = `POST\n/\n\n${lines.join('\n')}\n\n${signed}\n${hex(body)}`;
    const signature = createHmac('sha256', KEYS.accessKeySecret)
      .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
      .digest('hex');
    expect(headers.authorization).toBe(`ACS3-HMAC-SHA256 Credential=an-id,SignedHeaders=${signed},Signature=${signature}`);
  });

  it('has a new nonce each time', async () => {
    const { endpoint, received } = await listen({ status: 200, text: '{}' });
    await call(endpoint);
    await call(endpoint);
    expect(new Set(received.map(({ headers }) => headers['x-acs-signature-nonce'])).size).toBe(2);
  });
});

describe('a request to Aliyun that fails', () => {
  const failure = (endpoint: string, timeoutMs?: number): Promise<unknown> => call(endpoint, timeoutMs).catch((error: unknown) => error);

  it('has an error with the code and the request id of a refusal, and no secret', async () => {
    const { endpoint } = await listen({ status: 403, text: '{"Code":"Forbidden.RAM","Message":"13900000001","RequestId":"r-1"}' });
    const error = await failure(endpoint);
    expect(error).toBeInstanceOf(AliyunError);
    expect(error).toMatchObject({ code: 'Forbidden.RAM', message: 'SendSms failed at Aliyun: Forbidden.RAM, status 403, request r-1' });
  });

  it('has different errors for a refusal, an unreachable server, a timeout and an unreadable response', async () => {
    const broken = await listen({ status: 502, text: '<html>' });
    expect(await failure(broken.endpoint)).toMatchObject({ code: 'unreadable' });
    server?.close();
    const silent = await listen('never');
    expect(await failure(silent.endpoint, 100)).toMatchObject({ code: 'timeout' });
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    expect(await failure(silent.endpoint)).toMatchObject({ code: 'unreachable' });
  });
});

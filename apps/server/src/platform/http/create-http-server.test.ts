/** Tests the server without features: trusted proxies, hosts, headers, limits, the OpenAPI document, and closing. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CodedError, LIMITS } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger, type Logger } from '../logger.ts';
import { createHttpServer, type HttpServerOptions } from './create-http-server.ts';

const opened: FastifyInstance[] = [];
const openServer = async (trustedProxies: readonly string[] = []): Promise<FastifyInstance> => {
  const server = await createHttpServer({
    log: createLogger('silent'),
    trustedProxies,
    isContentHost: () => false,
    isAppHost: () => true,
  });
  server.get('/who', async ({ ip, host, protocol }) => ({ ip, host, protocol }));
  opened.push(server);
  return server;
};
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

const FORWARDED = { 'x-forwarded-for': '198.51.100.77', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
const seenBy = async (server: FastifyInstance, remoteAddress: string, headers: Record<string, string> = FORWARDED): Promise<unknown> =>
  (await server.inject({ url: '/who', remoteAddress, headers: { host: 'books.example.com', ...headers } })).json();

describe('forwarded addresses', () => {
  const asConnected = (ip: string) => ({ ip, host: 'books.example.com', protocol: 'http' });
  const asForwarded = { ip: '198.51.100.77', host: 'evil.example', protocol: 'https' };

  it.each(['203.0.113.9', '10.0.0.5', '192.168.1.5', '127.0.0.1', '::1', '::ffff:10.0.0.5'])(
    'are ignored if no proxy is configured: not accepted from %s',
    async (address) => expect(await seenBy(await openServer(), address)).toEqual(asConnected(address)),
  );

  it('are accepted from the configured proxies, and from no one else', async () => {
    const server = await openServer(['10.0.0.0/8', '203.0.113.9']);
    for (const proxy of ['10.0.0.5', '10.255.255.255', '203.0.113.9']) expect(await seenBy(server, proxy), proxy).toEqual(asForwarded);
    for (const other of ['11.0.0.1', '203.0.113.10', '127.0.0.1', '192.168.1.5', '::1'])
      expect(await seenBy(server, other), other).toEqual(asConnected(other));
  });

  it('are accepted up to the last untrusted address, not what the client wrote before', async () => {
    const server = await openServer(['10.0.0.0/8']);
    const chain = { 'x-forwarded-for': '127.0.0.1, 198.51.100.77, 10.0.0.9' };
    expect(await seenBy(server, '10.0.0.5', chain)).toMatchObject({ ip: '198.51.100.77' });
    // A forwarding header is ignored if it comes from a client that is no trusted proxy.
    expect(await seenBy(server, '198.51.100.78', chain)).toMatchObject({ ip: '198.51.100.78' });
  });
});

describe('the response of a route that asks for compression', () => {
  const TEXT = '书'.repeat(1_000);
  const openWithResponses = async (): Promise<FastifyInstance> => {
    const server = await openServer();
    const compress = { threshold: 1_024, encodings: ['br' as const, 'gzip' as const] };
    server.get('/large', { compress }, async () => ({ text: TEXT }));
    server.get('/small', { compress }, async () => ({ text: '书' }));
    server.get('/own', async () => ({ text: TEXT }));
    return server;
  };
  const ask = async (server: FastifyInstance, url: string, encodings: string) =>
    server.inject({ url, headers: { host: 'books.example.com', 'accept-encoding': encodings } });

  it.each([
    { accepts: 'gzip, deflate, br', encoding: 'br', decode: brotliDecompressSync },
    { accepts: 'gzip', encoding: 'gzip', decode: gunzipSync },
  ])('is compressed above the threshold for a client that accepts $accepts', async ({ accepts, encoding, decode }) => {
    const response = await ask(await openWithResponses(), '/large', accepts);
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(response.rawPayload.length).toBeLessThan(200);
    expect(JSON.parse(decode(response.rawPayload).toString())).toEqual({ text: TEXT });
  });

  it('is not compressed if it is small, or for a client that accepts no encoding, and other routes are not', async () => {
    const server = await openWithResponses();
    const responses = [await ask(server, '/small', 'br'), await ask(server, '/large', 'identity'), await ask(server, '/own', 'br')];
    expect(responses.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined, undefined]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
});

describe('a server that closes', () => {
  const WHOLE = '书'.repeat(100_000);
  /** Starts a request whose handler waits before its response, or after sending the part `begun` of it. */
  const underWay = async (server: FastifyInstance, agent: Agent, begun?: string) => {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    server.get('/long', async (_request, reply) => {
      if (begun === undefined) {
        reached.resolve();
        await released.promise;
        return WHOLE;
      }
      const body = async function* () {
        yield begun;
        await released.promise;
        yield WHOLE;
      };
      return reply.type('text/plain').send(Readable.from(body()));
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const response = new Promise<{ status: number | undefined; connection: string | undefined; body: string }>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path: '/long', agent }, (message) => {
        message.once('readable', reached.resolve);
        const { statusCode: status, headers } = message;
        text(message).then((body) => resolve({ status, connection: headers.connection, body }), reject);
      }).on('error', reject);
    });
    // Prevents an unhandled rejection, because the response is awaited only later.
    response.catch(() => undefined);
    await reached.promise;
    return { port, response, release: released.resolve };
  };
  const refuses = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(false);
      }).on('error', () => resolve(true));
    });

  it.each([
    // The header of a response that has not begun says that the connection will be closed, so that the client opens another one for its
    // next request.
    ['that has not begun to come', undefined, 'close'],
    ['of which a part has come', '论语', 'keep-alive'],
  ])('sends a response %s completely, accepts no new requests, and closes its connections', async (_, begun, connection) => {
    const server = await openServer();
    const agent = new Agent({ keepAlive: true });
    const { port, response, release } = await underWay(server, agent, begun);
    const closed = server.close();
    await expect.poll(() => refuses(port)).toBe(true);
    release();
    expect(await response).toEqual({ status: 200, connection, body: `${begun ?? ''}${WHOLE}` });
    // The close must end before the keep-alive timeout, which is longer than the time in which a stopped process must end.
    await closed;
    agent.destroy();
  });

  it('does not wait for idle connections', async () => {
    const server = await openServer();
    await server.listen({ port: 0, host: '127.0.0.1' });
    const idle = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    idle.write('GET /who HTTP/1.1\r\nHost: books.example.com\r\n\r\n');
    await once(idle, 'data');
    const gone = once(idle, 'close');
    await server.close();
    await gone;
    expect(idle.destroyed).toBe(true);
  });
});

describe('a request', () => {
  const HOSTS: Pick<HttpServerOptions, 'isContentHost' | 'isAppHost' | 'isHttpsHost' | 'unknownHostPage'> = {
    isContentHost: ({ host }) => host === 'content.example',
    isAppHost: ({ host }) => host === 'books.example',
    isHttpsHost: (host) => host === 'books.example',
    unknownHostPage: (host) => `<!doctype html><p>not ${host}</p>`,
  };
  const withHosts = async (more: Partial<HttpServerOptions> = {}, log: Logger = createLogger('silent')): Promise<FastifyInstance> => {
    const server = await createHttpServer({ log, trustedProxies: [], ...HOSTS, ...more });
    server.get('/page', async () => 'page');
    server.get('/any', { config: { isForAnyHost: true } }, async () => 'any');
    server.get('/~file', async () => 'file');
    server.get('/broken', async () => {
      throw new Error('a detail of ours');
    });
    server.get('/coded', async () => {
      throw new CodedError('forbidden');
    });
    server.post('/form', async ({ body }) => body);
    server.post('/upload', async (request) => {
      const file = await request.file();
      return { fields: Object.keys(file?.fields ?? {}).length, bytes: (await file?.toBuffer())?.length };
    });
    opened.push(server);
    return server;
  };
  const ask = (server: FastifyInstance, url: string, host = 'books.example', headers: Record<string, string> = {}) =>
    server.inject({ url, headers: { host, ...headers } });
  const NOT_FOUND = { code: 'request.notFound', message: expect.stringMatching(/没有找到/), payload: null };
  const ELSEWHERE = { code: 'request.invalid', message: expect.stringContaining('请使用平台公布的网址访问'), payload: null };

  it('receives a request id and nosniff in every response', async () => {
    const server = await withHosts();
    for (const [url, host] of [
      ['/page', 'books.example'],
      ['/none', 'books.example'],
      ['/broken', 'books.example'],
      ['/page', 'content.example'],
      ['/page', 'elsewhere.example'],
    ]) {
      const { headers } = await ask(server, url ?? '', host);
      expect(headers['x-content-type-options'], `${url} at ${host}`).toBe('nosniff');
      expect(headers['x-request-id'], `${url} at ${host}`).toMatch(/^\S{8,}$/);
    }
  });

  it('finds pages under the host of the application, files of books under that of the content, and neither under the other', async () => {
    const server = await withHosts();
    expect((await ask(server, '/page')).body).toBe('page');
    expect((await ask(server, '/~file', 'content.example')).body).toBe('file');
    const page = await ask(server, '/page', 'content.example');
    expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([404, 'text/plain; charset=utf-8', '没有找到']);
    const missing = await ask(server, '/none', 'content.example');
    expect([missing.statusCode, missing.body]).toEqual([404, '没有找到']);
    const file = await ask(server, '/~file');
    expect([file.statusCode, file.json()]).toEqual([404, NOT_FOUND]);
    const none = await ask(server, '/none');
    expect([none.statusCode, none.json()]).toEqual([404, NOT_FOUND]);
  });

  it('for an unknown host is rejected, with a page in browsers and the envelope in programs', async () => {
    const server = await withHosts();
    const html = { accept: 'text/html,*/*' };
    const page = await ask(server, '/page', 'elsewhere.example', html);
    expect([page.statusCode, page.body]).toEqual([421, '<!doctype html><p>not elsewhere.example</p>']);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
    for (const [method, headers] of [
      ['GET', {}],
      ['GET', { accept: 'application/json' }],
      ['POST', html],
    ] as const) {
      const response = await server.inject({ method, url: '/page', headers: { host: 'elsewhere.example', ...headers } });
      expect([response.statusCode, response.json()]).toEqual([421, ELSEWHERE]);
    }
    const bare = await createHttpServer({
      log: createLogger('silent'),
      trustedProxies: [],
      isAppHost: () => false,
      isContentHost: () => false,
    });
    opened.push(bare);
    expect((await ask(bare, '/page', 'elsewhere.example', html)).json()).toEqual(ELSEWHERE);
    // The health routes are served under every host name, because load balancers call them with the IP address as host.
    expect((await ask(server, '/any', 'elsewhere.example')).body).toBe('any');
    expect((await ask(server, '/any')).body).toBe('any');
  });

  it('receives HSTS only under a host that is reached by HTTPS', async () => {
    const server = await withHosts();
    expect((await ask(server, '/page')).headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await ask(server, '/any', 'elsewhere.example')).headers['strict-transport-security']).toBeUndefined();
    expect((await ask(await openServer(), '/who')).headers['strict-transport-security']).toBeUndefined();
  });

  it('with two hosts, or an unreadable one, is rejected before a handler runs', async () => {
    const server = await withHosts();
    await server.listen({ port: 0, host: '127.0.0.1' });
    const send = async (lines: string): Promise<string> => {
      const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
      socket.end(`GET /page HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
      return text(socket);
    };
    expect(await send('Host: books.example\r\n')).toMatch(/^HTTP\/1\.1 200 [\s\S]*page$/);
    expect(await send('Host: books.example\r\nX-Other: host\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    for (const lines of ['Host: books.example\r\nHost: evil.example\r\n', 'Host: books.example\r\nhOST: books.example\r\n']) {
      const response = await send(lines);
      expect(response, lines).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"request\.invalid"[\s\S]*请求的格式有误/);
      expect(response, lines).not.toContain('\r\n\r\npage');
    }
    expect((await ask(server, '/%')).statusCode).toBe(400);
    expect((await ask(server, '/%')).headers['x-content-type-options']).toBe('nosniff');
    expect((await ask(server, '/%')).json()).toMatchObject({ code: 'request.invalid', payload: null });
  });

  it('that fails discloses nothing of the error in the response, and is logged completely', async () => {
    const lines: string[] = [];
    const server = await withHosts({}, createLogger('info', { write: (line) => void lines.push(line) }));
    const broken = await ask(server, '/broken');
    expect([broken.statusCode, broken.json<{ code: string }>().code]).toEqual([500, 'internal']);
    expect(broken.body).not.toContain('detail');
    const failures = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
    expect(failures()).toMatchObject([{ url: '/broken', err: { message: 'a detail of ours' } }]);
    const coded = await ask(server, '/coded');
    expect([coded.statusCode, coded.json<{ code: string }>().code]).toEqual([200, 'forbidden']);
    expect(failures()).toHaveLength(1);
    expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')).toMatchObject([
      { method: 'GET', url: '/broken', status: 500, ms: expect.any(Number), address: '127.0.0.1' },
      { method: 'GET', url: '/coded', status: 200 },
    ]);
  });

  it('may have a form with one file of the maximum size and sixteen fields', async () => {
    const server = await withHosts();
    const form = await server.inject({
      method: 'POST',
      url: '/form',
      headers: { host: 'books.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=1&b=%E4%B9%A6',
    });
    expect(form.json()).toEqual({ a: '1', b: '书' });
    const tooLong = await server.inject({
      method: 'POST',
      url: '/form',
      headers: { host: 'books.example', 'content-type': 'application/x-www-form-urlencoded' },
      payload: `a=${'x'.repeat(LIMITS.bodyBytes)}`,
    });
    expect([tooLong.statusCode, tooLong.json<{ code: string }>().code]).toEqual([413, 'request.tooLarge']);
    const upload = (fields: number, fieldBytes: number, files = 1) => {
      const data = new FormData();
      for (let n = 0; n < fields; n += 1) data.append(`field${n}`, 'x'.repeat(fieldBytes));
      for (let n = 0; n < files; n += 1) data.append(`file${n}`, new Blob(['12345']), 'a.txt');
      return server.inject({ method: 'POST', url: '/upload', headers: { host: 'books.example' }, payload: data as never });
    };
    expect((await upload(16, 65_536)).json()).toEqual({ fields: 17, bytes: 5 });
    expect((await upload(17, 10)).statusCode).toBe(413);
  });

  it('that is too large is rejected with its code, and path parameters may be long', async () => {
    const server = await withHosts();
    server.get('/of/:name', async ({ params }) => params);
    const name = 'n'.repeat(4_096);
    expect((await ask(server, `/of/${name}`)).json()).toEqual({ name });
    expect((await ask(server, `/of/${name}n`)).statusCode).toBe(414);
    const body = await server.inject({
      method: 'POST',
      url: '/form',
      headers: { host: 'books.example' },
      payload: { text: 'x'.repeat(LIMITS.bodyBytes) },
    });
    expect([body.statusCode, body.json<{ code: string }>().code]).toEqual([413, 'request.tooLarge']);
  });

  it('is not validated by the schemas of its route, which only describe it', async () => {
    const server = await withHosts();
    server.post('/described', { schema: { body: z.object({ n: z.number() }), response: { 200: z.object({}) } } }, async ({ body }) => body);
    const response = await server.inject({
      method: 'POST',
      url: '/described',
      headers: { host: 'books.example' },
      payload: { n: 'text' },
    });
    expect([response.statusCode, response.json()]).toEqual([200, { n: 'text' }]);
  });
});

describe('the OpenAPI document', () => {
  const documented = async (more: Partial<HttpServerOptions> = {}): Promise<FastifyInstance> => {
    const server = await createHttpServer({
      log: createLogger('silent'),
      trustedProxies: [],
      isContentHost: () => false,
      isAppHost: () => true,
      ...more,
    });
    opened.push(server);
    return server;
  };
  const documentOf = async (server: FastifyInstance) => (await server.inject('/openapi.json')).json();

  it('names the product, the format of errors, the session header, and the configured contact', async () => {
    expect(await documentOf(await documented({ operatorContact: '信息中心' }))).toMatchObject({
      openapi: '3.1.0',
      info: {
        title: '书房 API',
        version: '0.1.0',
        description: '所有接口返回 { code, message, payload }；code 为 success 或错误码，见 docs/errors.md。',
        contact: { name: '信息中心' },
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'dp-token <token>' } },
      },
    });
    expect((await documentOf(await documented())).info).not.toHaveProperty('contact');
  });

  it('describes the operations that have a schema, and not itself', async () => {
    const server = await documented();
    server.get('/call', { schema: { querystring: z.object({ n: z.string() }) } }, async () => ({}));
    const { paths } = await documentOf(server);
    expect(Object.keys(paths)).toEqual(['/call']);
    expect(paths['/call'].get.parameters).toMatchObject([{ in: 'query', name: 'n' }]);
  });

  it('has a page with a policy that allows only our scripts', async () => {
    const server = await documented();
    const page = await server.inject('/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<title>书房 API</title>');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    // The validator URL of the API documentation is null, so the document's URL is not sent to the public validator.
    expect((await server.inject('/docs/static/swagger-initializer.js')).body).toContain('"validatorUrl":null');
  });

  it('does not exist if it is disabled', async () => {
    const server = await documented({ apiDocs: false });
    for (const url of ['/docs', '/docs/', '/openapi.json']) expect((await server.inject(url)).statusCode, url).toBe(404);
  });
});

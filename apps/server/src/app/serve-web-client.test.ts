import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAliyunSlider } from '../gateways/captcha/aliyun-slider.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import type { DehydratedState } from './dehydrated-state.ts';
import { serveWebClient } from './serve-web-client.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const policyWith = async (environment: Record<string, string>): Promise<Map<string, string>> => {
  const { aliyunCaptcha, contentUrl } = readConfig(environment);
  const fastify = Fastify();
  serveWebClient(fastify, { folder, contentUrl, sources: aliyunCaptcha && createAliyunSlider(aliyunCaptcha, systemClock).sources });
  const { headers } = await fastify.inject('/');
  await fastify.close();
  const parts = String(headers['content-security-policy']).split('; ');
  return new Map(parts.map((part) => [part.replace(/ .*$/, ''), part.replace(/^\S+ /, '')]));
};
const ALIYUN = {
  CAPTCHA_PROVIDER: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: 'id',
  ALIYUN_ACCESS_KEY_SECRET: 'secret',
  ALIYUN_CAPTCHA_SCENE_ID: 'scene',
  ALIYUN_CAPTCHA_PREFIX: 'pre',
};

/** The complete expected policy, written by hand, so that a missing, wider or new directive fails the test. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' data: http://*.localhost:9350",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'frame-src': 'http://*.localhost:9350',
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};
/** The Trusted Types policy, which is only reported, not enforced, if the script of a supplier is allowed. */
const TRUSTED_TYPES: Readonly<Record<string, string>> = {
  'require-trusted-types-for': "'script'",
  'trusted-types': 'shufang default',
  'report-uri': '/csp-report',
};
const LOCAL = { PORT: '9350' };

it('lets the page load from and call only its own origins: directive by directive', async () => {
  expect(Object.fromEntries(await policyWith(LOCAL))).toEqual({ ...POLICY, ...TRUSTED_TYPES });
});

it("extends only the directives that Aliyun's captcha needs", async () => {
  const policy = [...(await policyWith({ ...LOCAL, ...ALIYUN }))];
  const isWidened = ([directive]: [string, string]): boolean => ['script-src', 'style-src', 'img-src', 'connect-src'].includes(directive);
  expect(policy.map(([directive]) => directive)).toEqual(Object.keys(POLICY));
  expect(policy.filter((part) => !isWidened(part))).toEqual(Object.entries(POLICY).filter((part) => !isWidened(part)));
  // The additional sources are HTTPS URLs only.
  for (const [directive, sources] of policy.filter(isWidened))
    expect(sources.replace(POLICY[directive] ?? '', ''), directive).toMatch(/^( https:\/\/[\w*.-]+)*$/);
});

it('sends the policy with every page and with pictures that can be opened as a document', async () => {
  const site = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
  await writeFile(path.join(site, 'index.html'), '<!doctype html><head></head>');
  await writeFile(path.join(site, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const fastify = Fastify();
  serveWebClient(fastify, {
    folder: site,
    contentUrl: 'https://{book}.content.example.com',
    framedOrigins: ['https://open.weixin.qq.com'],
  });
  for (const url of ['/', '/index.html', '/book/1', '/user/login', '/logo.svg']) {
    const { statusCode, headers } = await fastify.inject(url);
    expect(statusCode, url).toBe(200);
    const parts = String(headers['content-security-policy']).split('; ');
    expect(Object.fromEntries(parts.map((part) => [part.replace(/ .*$/, ''), part.replace(/^\S+ /, '')])), url).toEqual({
      ...POLICY,
      ...TRUSTED_TYPES,
      'media-src': "'self' data: https://*.content.example.com",
      'frame-src': 'https://*.content.example.com https://open.weixin.qq.com',
    });
  }
  await fastify.close();
  await rm(site, { recursive: true, force: true });
});

it("allows the script and the endpoints of Aliyun's captcha only with that setting", async () => {
  const policy = await policyWith(ALIYUN);
  expect(policy.get('script-src')).toBe("'self' https://o.alicdn.com https://g.alicdn.com");
  expect(policy.get('connect-src')).toMatch(/^'self' .*https:\/\/\*\.captcha-open\.aliyuncs\.com/);
  expect(policy.get('img-src')).toContain('https://static-captcha.aliyuncs.com');
  expect(policy.get('default-src')).toBe("'self'");
  expect([...policy.values()].join(' ')).not.toMatch(/https:\/\/\*\.aliyuncs\.com|unsafe-eval|script-src[^;]*unsafe-inline/);
  const elsewhere = await policyWith({ ...ALIYUN, ALIYUN_CAPTCHA_REGION: 'sgp' });
  expect(elsewhere.get('connect-src')).toContain('ap-southeast-1');
});

it('preloads the files of the route and sends the encoding that the browser accepts', async () => {
  const site = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
  await mkdir(path.join(site, 'assets'));
  await writeFile(path.join(site, 'index.html'), '<!doctype html><head></head>');
  const big = 'export const text = "书房";'.repeat(400);
  await writeFile(path.join(site, 'assets', 'big.js'), big);
  await writeFile(path.join(site, 'assets', 'big.js.br'), brotliCompressSync(big));
  await writeFile(
    path.join(site, 'route-files.json'),
    JSON.stringify({ start: ['/assets/start.js'], routes: { '/book/:id': ['/assets/book.js', '/assets/book.css'] }, inlineScripts: {} }),
  );
  const fastify = Fastify();
  serveWebClient(fastify, { folder: site, contentUrl: 'http://{book}.localhost' });
  const started = '<link rel="modulepreload" crossorigin href="/assets/start.js">';
  const named =
    '<link rel="modulepreload" crossorigin href="/assets/book.js"><link rel="preload" as="style" crossorigin href="/assets/book.css">';
  expect((await fastify.inject('/book/1')).body).toContain(started + named);
  const elsewhere = (await fastify.inject('/book')).body;
  expect(elsewhere).toContain(started);
  expect(elsewhere).not.toContain('book.js');
  const ask = (encodings: string) => fastify.inject({ url: '/assets/big.js', headers: { 'accept-encoding': encodings } });
  expect((await ask('gzip')).headers['content-encoding']).toBe('gzip');
  expect((await ask('')).headers['content-encoding']).toBeUndefined();
  const sent = await ask('gzip, br');
  expect(sent.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(sent.rawPayload).toString()).toBe(big);
  const page = await fastify.inject({ url: '/book/1', headers: { 'accept-encoding': 'br' } });
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain(named);
  const zipped = await fastify.inject({ url: '/book/1', headers: { 'accept-encoding': 'gzip, deflate' } });
  expect(gunzipSync(zipped.rawPayload).toString()).toContain(named);
  expect(sent.headers['cache-control']).toContain('immutable');
  await fastify.close();
  await rm(site, { recursive: true, force: true });
});

it('allows framing only the content beside the requested address', async () => {
  const site = await mkdtemp(path.join(os.tmpdir(), 'shufang-site-'));
  await writeFile(path.join(site, 'index.html'), '<!doctype html><head></head>');
  const fastify = Fastify();
  serveWebClient(fastify, {
    folder: site,
    contentUrl: 'http://{book}.localhost',
    contentOriginFor: ({ host }) => (host === '10.0.0.5:8080' ? 'http://10.0.0.5:8081' : undefined),
  });
  const framedAt = async (host: string) =>
    /frame-src ([^;]*);/.exec(String((await fastify.inject({ url: '/', headers: { host } })).headers['content-security-policy']))?.[1];
  expect(await framedAt('10.0.0.5:8080')).toBe('http://10.0.0.5:8081');
  expect(await framedAt('localhost')).toBe('http://*.localhost');
  await fastify.close();
  await rm(site, { recursive: true, force: true });
});

/** Content type by extension, and whether the file is text. */
const TYPES: Readonly<Record<string, readonly [type: string, isText: boolean]>> = {
  '.html': ['text/html; charset=utf-8', true],
  '.js': ['text/javascript; charset=utf-8', true],
  '.css': ['text/css; charset=utf-8', true],
  '.json': ['application/json; charset=utf-8', true],
  '.webmanifest': ['application/manifest+json; charset=utf-8', true],
  '.svg': ['image/svg+xml', true],
  '.png': ['image/png', false],
  '.webp': ['image/webp', false],
  '.ico': ['image/x-icon', false],
  '.woff2': ['font/woff2', false],
  '.txt': ['text/plain; charset=utf-8', true],
};

describe('a file of the client', () => {
  const TEXT = 'x'.repeat(1_001);
  let site: string;
  let server: FastifyInstance;
  beforeAll(async () => {
    site = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
    await mkdir(path.join(site, 'assets'));
    await mkdir(path.join(site, 'help.html'));
    await mkdir(`${site}-beside`);
    await writeFile(path.join(`${site}-beside`, 'secret.txt'), 'of somebody else');
    await writeFile(path.join(site, 'index.html'), '<!doctype html><head></head><body></body>');
    for (const extension of Object.keys(TYPES)) await writeFile(path.join(site, `a${extension}`), TEXT);
    await writeFile(path.join(site, 'a.map'), TEXT);
    await writeFile(path.join(site, 'assets', 'a.js'), TEXT);
    await writeFile(path.join(site, 'small.js'), 'x'.repeat(1_000));
    server = Fastify();
    serveWebClient(server, { folder: site, contentUrl: 'http://{book}.localhost' });
    server.get('/which', async () => 'which');
    server.setNotFoundHandler((_request, reply) => reply.code(404).send('none'));
  });
  afterAll(async () => {
    await server.close();
    await rm(site, { recursive: true, force: true });
    await rm(`${site}-beside`, { recursive: true, force: true });
  });
  const ask = (url: string, encodings?: string) =>
    server.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

  it.each(Object.entries(TYPES))(
    'that ends with %s has its type, and is compressed if that saves bytes',
    async (extension, [type, isText]) => {
      const plain = await ask(`/a${extension}`);
      expect([plain.statusCode, plain.headers['content-type'], plain.body]).toEqual([200, type, TEXT]);
      expect([plain.headers['vary'], plain.headers['cache-control'], plain.headers['content-encoding']]).toEqual([
        'accept-encoding',
        'no-cache',
        undefined,
      ]);
      const packed = await ask(`/a${extension}`, 'br, gzip');
      expect(packed.headers['content-encoding']).toBe(isText ? 'gzip' : undefined);
      expect((isText ? gunzipSync(packed.rawPayload) : packed.rawPayload).toString()).toBe(TEXT);
    },
  );

  it('of one kilobyte is not compressed, and no file is for clients that do not accept it', async () => {
    expect((await ask('/small.js', 'gzip')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/a.js', 'xgzipx')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/a.js', 'deflate')).headers['content-encoding']).toBeUndefined();
  });

  it('with a hash in its name is immutable in caches, and no other file is', async () => {
    expect((await ask('/assets/a.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await ask('/a.js?v=/assets/')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/a.map',
    '/none.js',
    '/assets/none',
    '/assets',
    '/api',
    '/api/none',
    '/apiv2/none',
    '/docs/none',
    '/docs',
    '/help.html',
    '/..%2fsecret.txt',
  ])('that is missing is not replaced by the page: %s', async (url) =>
    expect([(await ask(url)).statusCode, (await ask(url)).body]).toEqual([404, 'none']),
  );

  it.each(['/', '/index.html', '/apis', '/docs-of-mine', '/my/api/x', '/book/1?file=a.js'])(
    'is not found at %s, where the page is returned',
    async (url) => {
      const page = await ask(url);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect([page.headers['vary'], page.headers['cache-control'], page.headers['content-encoding']]).toEqual([
        'accept-encoding',
        'private, no-cache',
        undefined,
      ]);
      expect(page.body).toBe('<!doctype html><head></head><body></body>');
    },
  );

  it('outside of the folder is not sent, whatever the name of the folder', async () => {
    const beside = `${path.basename(site)}-beside`;
    for (const url of [`/%2e%2e/${beside}/secret.txt`, `/..%2f${beside}%2fsecret.txt`, `/..\\${beside}\\secret.txt`]) {
      expect((await ask(url)).body, url).not.toContain('of somebody else');
    }
    const raw = Fastify({ rewriteUrl: () => `/../${beside}/secret.txt` });
    serveWebClient(raw, { folder: site, contentUrl: 'http://{book}.localhost' });
    expect((await raw.inject('/')).body).not.toContain('of somebody else');
    await raw.close();
  });

  it('is read again only after a change', async () => {
    const file = path.join(site, 'changing.txt');
    const at = new Date('2026-11-23T00:00:00Z');
    const write = async (text: string, time: Date) => {
      await writeFile(file, text);
      await utimes(file, time, time);
      return (await ask('/changing.txt')).body;
    };
    expect(await write('one', at)).toBe('one');
    expect(await write('two', at)).toBe('one');
    expect(await write('three', new Date(at.getTime() + 2_000))).toBe('three');
  });
});

describe('a page of the client', () => {
  let site: string;
  beforeAll(async () => {
    site = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
    await writeFile(path.join(site, 'index.html'), '<!doctype html><head></head><body></body>');
    await writeFile(
      path.join(site, 'route-files.json'),
      JSON.stringify({ start: ['/start.js'], routes: { '/book/:id': ['/book.js'], '/book/:id/notes': ['/notes.js'] }, inlineScripts: {} }),
    );
  });
  afterAll(() => rm(site, { recursive: true, force: true }));
  const openWith = async (options: Partial<Parameters<typeof serveWebClient>[1]>, url = '/') => {
    const fastify = Fastify();
    let knownPath: string | undefined;
    fastify.addHook('onResponse', async (request) => {
      knownPath = request.loggablePath;
    });
    serveWebClient(fastify, { folder: site, contentUrl: 'http://{book}.localhost', ...options });
    const page = await fastify.inject(url);
    await fastify.close();
    return { ...page, body: page.body, headers: page.headers, statusCode: page.statusCode, knownPath };
  };
  const loadDehydratedState = (more: Partial<DehydratedState>) => () =>
    Promise.resolve({ responses: {}, isComplete: false, covers: [], ...more });

  const trustedTypes = "require-trusted-types-for 'script'; trusted-types shufang default; report-uri /csp-report";

  it('has the headers of a page: its policy with Trusted Types, no referrer to other sites, no device access', async () => {
    const { headers } = await openWith({});
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'; .*; frame-ancestors 'none'; require-trusted-types-for/);
    expect(headers['content-security-policy']).toContain(`; ${trustedTypes}`);
    expect(headers['content-security-policy-report-only']).toBeUndefined();
    expect(headers).toMatchObject({
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    });
  });

  it('only reports Trusted Types if the script of a supplier is allowed', async () => {
    const { headers } = await openWith({ sources: { script: ['https://o.alicdn.com'] } });
    expect(headers['content-security-policy']).not.toContain('trusted-types');
    expect(headers['content-security-policy-report-only']).toBe(trustedTypes);
  });

  it('contains the responses as data that cannot end their element, and preloads the covers', async () => {
    const { body } = await openWith({
      loadDehydratedState: loadDehydratedState({ responses: { a: '</script><b>' }, covers: ['/cover?a=1&b="<2'] }),
    });
    expect(body).toBe(
      '<!doctype html><head><link rel="modulepreload" crossorigin href="/start.js"><link rel="preload" as="image" href="/cover?a=1&amp;b=&quot;&lt;2"></head>' +
        '<body><script type="application/json" id="dehydrated-state">{"a":"\\u003c/script\\u003e\\u003cb\\u003e"}</script></body>',
    );
    expect((await openWith({ loadDehydratedState: loadDehydratedState({}) })).body).not.toContain('dehydrated-state');
    expect((await openWith({})).body).not.toContain('dehydrated-state');
  });

  it('is server-rendered only if all responses are present', async () => {
    const asked: unknown[] = [];
    const renderPage = async (...parameters: unknown[]) => {
      asked.push(parameters);
      return undefined;
    };
    await openWith({ loadDehydratedState: loadDehydratedState({ responses: { a: 1 } }), renderPage });
    expect(asked).toEqual([]);
    const { body } = await openWith(
      { loadDehydratedState: loadDehydratedState({ responses: { a: 1 }, isComplete: true }), renderPage },
      '/?q=1',
    );
    expect(asked).toEqual([['/?q=1', { a: 1 }]]);
    expect(body).toContain('modulepreload');
    expect((await openWith({ loadDehydratedState: loadDehydratedState({ isComplete: true }) })).statusCode).toBe(200);
  });

  it.each([
    ['/book/1', '/book/:id'],
    ['/book/1/notes', '/book/:id/notes'],
    ['/book/', undefined],
    ['/book', undefined],
    ['/books/1', undefined],
    ['/book/1/notes/2', undefined],
    ['/book/1/other', undefined],
  ])('at %s is logged as %s', async (url, pattern) => {
    const { knownPath, body } = await openWith({}, url);
    expect(knownPath).toBe(pattern);
    expect(body.includes('/book.js')).toBe(pattern === '/book/:id');
    expect(body.includes('/notes.js')).toBe(pattern === '/book/:id/notes');
  });

  it('reports that the client is not built', async () => {
    const empty = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
    const { statusCode, headers, body } = await openWith({ folder: empty });
    expect([statusCode, headers['content-type'], body]).toEqual([
      503,
      'text/plain; charset=utf-8',
      '网页客户端尚未构建：请运行 npm run build',
    ]);
    await rm(empty, { recursive: true, force: true });
  });

  it('is also served without a list of route files', async () => {
    const bare = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
    await writeFile(path.join(bare, 'index.html'), '<!doctype html><head></head>');
    const { statusCode, body } = await openWith({ folder: bare }, '/book/1');
    expect([statusCode, body]).toEqual([200, '<!doctype html><head></head>']);
    await rm(bare, { recursive: true, force: true });
  });

  it('inlines the style sheets of its route in order, and ignores a missing one', async () => {
    const styled = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
    await writeFile(path.join(styled, 'index.html'), '<!doctype html><head></head><body></body>');
    await writeFile(
      path.join(styled, 'route-files.json'),
      JSON.stringify({ start: ['/a.css', '/gone.css', '/b.css', '/a.js'], routes: {}, inlineScripts: {} }),
    );
    await writeFile(path.join(styled, 'a.css'), 'a{}');
    await writeFile(path.join(styled, 'b.css'), 'b{}');
    const screen = { html: '', title: '', script: 'go()' };
    const { body, headers } = await openWith({
      folder: styled,
      sources: { script: ['https://other.example'] },
      loadDehydratedState: loadDehydratedState({ isComplete: true }),
      renderPage: async () => screen,
    });
    expect(body).toContain('<style>a{}\n\nb{}[');
    expect(headers['content-security-policy']).toMatch(/script-src 'self' https:\/\/other\.example 'sha256-[^']+';/);
    await rm(styled, { recursive: true, force: true });
  });

  it('contains the inline script of its route, allows it by its hash, and lists the client’s files instead of loading them', async () => {
    const site = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
    await writeFile(
      path.join(site, 'index.html'),
      [
        '<!doctype html><head><meta charset="utf-8" /><link rel="icon" href="/a.svg">',
        '<script type="module" crossorigin src="/assets/index.js"></script>',
        '<link rel="modulepreload" crossorigin href="/assets/a.js"><link rel="stylesheet" crossorigin href="/assets/a.css"></head>',
      ].join('\n'),
    );
    await writeFile(path.join(site, 'early.js'), 'early("$&")');
    const routes = { '/book/:id': ['/assets/book.js'], '/book/:id/notes': [] };
    const list = { start: ['/assets/a.js', '/assets/a.css'], routes, inlineScripts: { '/book/:id': '/early.js' } };
    await writeFile(path.join(site, 'route-files.json'), JSON.stringify(list));
    const { body, headers } = await openWith({ folder: site }, '/book/1');
    const metas =
      '<meta name="client-entry" content="/assets/index.js"><meta name="client-files" content="/assets/a.js /assets/a.css /assets/book.js">';
    expect(body).toBe(
      `<!doctype html><head><meta charset="utf-8" /><script>early("$&")</script><link rel="icon" href="/a.svg">${metas}</head>`,
    );
    const hash = createHash('sha256').update('early("$&")').digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    const other = await openWith({ folder: site }, '/book/1/notes');
    expect(other.body).not.toContain('<script>');
    expect(other.body).toContain('<link rel="stylesheet" crossorigin href="/assets/a.css">');
    expect(other.headers['content-security-policy']).toContain("script-src 'self';");
    await rm(site, { recursive: true, force: true });
  });
});

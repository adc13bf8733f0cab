/** Tests the pages, files and policy of a client that loads its files from a CDN. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWebClient } from './serve-web-client.ts';

const CDN = 'https://cdn.example.com';
const BUILT =
  '<!doctype html><head><meta charset="utf-8"><script type="module" crossorigin src="/assets/index.js"></script><link rel="modulepreload" crossorigin href="/assets/entry.js"></head><body><div id="root"><!--boot--><!--/boot--></div></body>';

let site: string;
const servers: FastifyInstance[] = [];
const serve = (assetsUrl: string | undefined): FastifyInstance => {
  const fastify = Fastify();
  servers.push(fastify);
  serveWebClient(fastify, {
    folder: site,
    contentUrl: 'https://{book}.books.example.com',
    assetsUrl,
    loadDehydratedState: async ({ url }) => ({ responses: {}, covers: [], isComplete: url === '/rendered' }),
    renderPage: async () => ({ html: '<p>a text with ="/assets/x"</p>', title: '书', script: 'head()' }),
  });
  return fastify;
};

beforeAll(async () => {
  site = await mkdtemp(path.join(os.tmpdir(), 'shufang-cdn-'));
  await mkdir(path.join(site, 'assets'));
  await writeFile(path.join(site, 'index.html'), BUILT);
  await writeFile(path.join(site, 'assets', 'book.js'), 'book()');
  await writeFile(path.join(site, 'assets', 'book.css'), 'p{color:red}');
  await writeFile(path.join(site, 'assets-fallback.js'), 'watch()');
  await writeFile(path.join(site, 'early.js'), 'start()');
  await writeFile(path.join(site, 'sw.js'), `worker();${' '.repeat(1_000)}`);
  await writeFile(
    path.join(site, 'route-files.json'),
    JSON.stringify({
      start: ['/assets/start.js'],
      routes: { '/book': ['/assets/book.js', '/assets/book.css'], '/rendered': ['/assets/book.css'], '/read': [] },
      inlineScripts: { '/read': '/early.js' },
    }),
  );
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rm(site, { recursive: true, force: true });
});

const hash = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const ownAddresses = (html: string): string[] => html.match(/(?:src|href|content)="[^"]*(?<!example\.com)\/assets\/[^"]*"/g) ?? [];
const directive = (policy: unknown, name: string): string | undefined =>
  String(policy)
    .split('; ')
    .find((part) => part.startsWith(`${name} `));

describe('with the address of a CDN', () => {
  it.each(['/', '/book', '/read', '/rendered'])('the page %s names each of its files there', async (url) => {
    const { body } = await serve(CDN).inject(url);
    expect(body).toContain(`${CDN}/assets/`);
    expect(ownAddresses(body)).toEqual([]);
    expect(body).toContain(
      `<meta charset="utf-8"><meta name="assets-url" content="${CDN}"><link rel="preconnect" crossorigin href="${CDN}">`,
    );
    expect(body.indexOf('<script>watch()</script>')).toBeLessThan(body.indexOf(`${CDN}/assets/`));
  });

  it('the texts of a rendered page stay as they are', async () => {
    expect((await serve(CDN).inject('/rendered')).body).toContain('<p>a text with ="/assets/x"</p>');
  });

  it.each([
    ['/book', []],
    ['/read', ['start()']],
    ['/rendered', ['head()']],
  ])('the policy of %s allows exactly the folder of the files there, and the inline scripts', async (url, scripts) => {
    const { headers } = await serve(CDN).inject(url);
    const policy = headers['content-security-policy'];
    expect(directive(policy, 'script-src')).toBe(["script-src 'self'", `${CDN}/assets/`, ...['watch()', ...scripts].map(hash)].join(' '));
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' 'unsafe-inline' ${CDN}/assets/`);
    expect(directive(policy, 'img-src')).toBe(`img-src 'self' data: blob: ${CDN}/assets/`);
    expect(directive(policy, 'connect-src')).toBe(`connect-src 'self' ${CDN}/assets/`);
    expect(directive(policy, 'default-src')).toBe("default-src 'self'");
    expect(directive(policy, 'frame-src')).toBe('frame-src https://*.books.example.com');
    // Trusted Types are enforced as without a CDN.
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('the files may be loaded from every origin, the same for all, and pages may not', async () => {
    const server = serve(CDN);
    const file = await server.inject('/assets/book.js');
    expect(file.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const page = await server.inject('/book');
    expect([page.headers['access-control-allow-origin'], page.headers['cache-control']]).toEqual([undefined, 'private, no-cache']);
    expect((await server.inject('/sw.js')).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('the service worker knows the address, also in its compressed form', async () => {
    const server = serve(CDN);
    expect((await server.inject('/sw.js')).body).toMatch(/^globalThis\.ASSETS_URL="https:\/\/cdn\.example\.com";\nworker\(\);/);
    const compressed = await server.inject({ url: '/sw.js', headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toMatch(/^globalThis\.ASSETS_URL=/);
  });

  it('a browser that could not reach it gets the page of the own origin', async () => {
    const cookie = { headers: { cookie: 'theme=light; own-assets=1' } };
    for (const url of ['/book', '/read', '/rendered']) {
      const own = await serve(CDN).inject({ url, ...cookie });
      const without = await serve(undefined).inject(url);
      expect([own.body, own.headers['content-security-policy']]).toEqual([without.body, without.headers['content-security-policy']]);
    }
    expect((await serve(CDN).inject({ url: '/book', headers: { cookie: 'not-own-assets=1; own-assets=10' } })).body).toContain(CDN);
  });
});

it('without the setting pages, files and the service worker are unchanged', async () => {
  const server = serve(undefined);
  expect((await server.inject('/')).body).toBe(
    BUILT.replace('</head>', '<link rel="modulepreload" crossorigin href="/assets/start.js"></head>'),
  );
  expect((await server.inject('/sw.js')).body).toMatch(/^worker\(\);/);
  const { headers } = await server.inject('/assets/book.js');
  expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([undefined, undefined]);
});

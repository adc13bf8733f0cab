import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAliyunSlider } from '../gateways/captcha/aliyun-slider.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
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

it('lets the page load and call nobody else, and play what is spoken to it', async () => {
  const policy = await policyWith({});
  expect(Object.fromEntries(policy)).toMatchObject({
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' data:",
    'connect-src': "'self'",
  });
});

it("lets in the script of Aliyun's captcha, and what it calls, with that setting only", async () => {
  const policy = await policyWith(ALIYUN);
  expect(policy.get('script-src')).toBe("'self' https://o.alicdn.com https://g.alicdn.com");
  expect(policy.get('connect-src')).toMatch(/^'self' .*https:\/\/\*\.captcha-open\.aliyuncs\.com/);
  expect(policy.get('img-src')).toContain('https://static-captcha.aliyuncs.com');
  expect(policy.get('default-src')).toBe("'self'");
  expect([...policy.values()].join(' ')).not.toMatch(/https:\/\/\*\.aliyuncs\.com|unsafe-eval|script-src[^;]*unsafe-inline/);
  const elsewhere = await policyWith({ ...ALIYUN, ALIYUN_CAPTCHA_REGION: 'sgp' });
  expect(elsewhere.get('connect-src')).toContain('ap-southeast-1');
});

it('names the files of the route at the beginning of its page, and sends what the browser can unpack', async () => {
  const site = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
  await mkdir(path.join(site, 'assets'));
  await writeFile(path.join(site, 'index.html'), '<!doctype html><head></head>');
  const big = 'export const text = "书房";'.repeat(400);
  await writeFile(path.join(site, 'assets', 'big.js'), big);
  await writeFile(path.join(site, 'assets', 'big.js.br'), brotliCompressSync(big));
  await writeFile(
    path.join(site, 'route-files.json'),
    JSON.stringify({ start: ['/assets/start.js'], routes: { '/book/:id': ['/assets/book.js', '/assets/book.css'] } }),
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

import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { registerFonts } from './serve-fonts.ts';

const server = Fastify();
registerFonts(server, '/~font', () => "default-src 'none'");
afterAll(() => server.close());
const ask = (path: string, encoding = 'identity') => server.inject({ url: `/~font/${path}`, headers: { 'accept-encoding': encoding } });

test('font files and their style sheets are cached permanently, because their URLs contain a version', async () => {
  const sheet = await ask('kai-1.7.0/faces.css');
  expect(sheet.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
  });
  const [, file = ''] = /url\(([^)]+)\)/.exec(sheet.body) ?? [];
  const font = await ask(`kai-1.7.0/${file}`);
  expect(font.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(font.rawPayload.subarray(0, 4).toString('latin1')).toBe('wOF2');
});

test('a style sheet is compressed for clients that accept it', async () => {
  const compressed = await ask('kai-1.7.0/faces.css', 'gzip, br');
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(compressed.rawPayload.length).toBeLessThan(60_000);
});

test.each(['kai-1.6.0/faces.css', 'none/faces.css', 'kai-1.7.0/kai.txt', 'kai-1.7.0/..%2f..%2fpackage.json', 'none/4.woff2'])(
  '%s is not found',
  async (path) => {
    const response = await ask(path);
    expect([response.statusCode, response.headers['cache-control'], response.body]).toEqual([404, 'no-store', '没有找到']);
  },
);

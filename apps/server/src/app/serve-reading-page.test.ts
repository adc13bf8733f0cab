/** Tests the page of a route with an inline script, which is the reading page. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { serveWebClient } from './serve-web-client.ts';

it('names the frame of the reading engine before the inline script that creates it, and only if there is one', async () => {
  const reading = await mkdtemp(path.join(os.tmpdir(), 'shufang-web-'));
  await writeFile(path.join(reading, 'index.html'), '<!doctype html><head><meta charset="utf-8"></head>');
  await writeFile(path.join(reading, 'early.js'), 'start()');
  await writeFile(
    path.join(reading, 'route-files.json'),
    JSON.stringify({ start: [], routes: { '/read/:id': [] }, inlineScripts: { '/read/:id': '/early.js' } }),
  );
  const readingFrameOf = async ({ url }: { url: string }) => (url === '/read/1' ? 'http://1.localhost/frame?a=1&b=2' : undefined);
  const fastify = Fastify();
  serveWebClient(fastify, { folder: reading, contentUrl: 'http://{book}.localhost', readingFrameOf });
  const pageAt = async (url: string) => (await fastify.inject(url)).body;
  expect(await pageAt('/read/1')).toContain(
    '<meta charset="utf-8"><meta name="reading-frame" content="http://1.localhost/frame?a=1&amp;b=2"><script>start()</script>',
  );
  expect(await pageAt('/read/2')).toContain('<meta charset="utf-8"><script>start()</script>');
  await fastify.close();
  await rm(reading, { recursive: true, force: true });
});

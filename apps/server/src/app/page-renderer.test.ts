/** Tests of pages with server-rendered content, and of the fallback without it. */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DehydratedState } from './dehydrated-state.ts';
import { createPageRenderer } from './page-renderer.ts';
import { serveWebClient } from './serve-web-client.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-screens-'));
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><head><title>书房</title></head><body><div id="root">\n<!--boot--><div>boot</div><!--/boot-->\n</div></body>',
  );
  await writeFile(
    path.join(folder, 'route-files.json'),
    JSON.stringify({ start: ['/start.css', '/start.js'], routes: {}, inlineScripts: {} }),
  );
  await writeFile(path.join(folder, 'start.css'), '.a{color:red}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let rendererCount = 0;
/** Writes an SSR build with this render function. */
const writeRenderer = async (source: string): Promise<string> => {
  rendererCount += 1;
  const file = path.join(folder, `maker-${rendererCount}.mjs`);
  await writeFile(file, `export const headScript = 'mark()'; let times = 0; export const renderPage = ${source};`);
  return file;
};
const ECHO_RENDERER =
  'async (address, answers) => ({ html: `<p>${JSON.stringify(answers.a)} at ${address}, made ${++times}</p>`, title: `A "<b>` })';

const open = async ({ render }: ReturnType<typeof createPageRenderer>, state: Partial<DehydratedState> = {}, url = '/') => {
  const fastify = Fastify();
  serveWebClient(fastify, {
    folder,
    contentUrl: 'http://{book}.localhost',
    loadDehydratedState: () => Promise.resolve({ responses: { a: 1 }, isComplete: true, covers: [], ...state }),
    renderPage: render,
  });
  const page = await fastify.inject(url);
  await fastify.close();
  return page;
};
const unexpected = (error: unknown): void => {
  throw error;
};

describe('a server-rendered page', () => {
  it('has its HTML, title, styles and the only inline script that its policy allows', async () => {
    const { body, headers } = await open(createPageRenderer(await writeRenderer(ECHO_RENDERER), unexpected));
    expect(body).toContain('<div id="root" data-server-rendered="/"><p>1 at /, made 1</p></div><template></template>');
    expect(body).not.toContain('boot');
    expect(body).toContain('<title>A &quot;&lt;b&gt;</title>');
    // The expected head of a rendered page: style sheets are inlined, and the code is loaded by the inline script or the client.
    const head = '<meta name="client-files" content="/start.js"><script>mark()</script><link rel="stylesheet" disabled href="/start.css">';
    // The expected style that hides the rendered content until it is complete, to avoid layout shifts.
    const whole = '[data-server-rendered]:not(:has(+ template)){visibility:hidden}';
    expect(body).toContain(`${head}<style>.a{color:red}${whole}</style></head>`);
    expect(body).not.toContain('preload');
    // The expected hash of the inline script, computed by `openssl dgst -sha256 -binary | base64`.
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-0nI5ZBjuUYeB27uYFBDMAtH/nNGWrWNdeEJ2AAqxsDc=';");
  });

  it('is cached by its dehydrated state', async () => {
    const make = createPageRenderer(await writeRenderer(ECHO_RENDERER), unexpected);
    const bodies = [];
    for (const responses of [{ a: 1 }, { a: 1 }, { a: '甲大学' }, { a: 1 }]) bodies.push((await open(make, { responses })).body);
    expect(bodies.map((body) => /<p>(.*?)<\/p>/.exec(body)?.[1])).toEqual([
      '1 at /, made 1',
      '1 at /, made 1',
      '"甲大学" at /, made 2',
      '1 at /, made 1',
    ]);
    expect((await open(make, {}, '/book/list')).body).toContain('1 at /book/list, made 3');
  });

  it('is evicted from the full cache if least recently used', async () => {
    const { render } = createPageRenderer(
      await writeRenderer("async (address) => ({ html: `<p>${++times}</p>${'x'.repeat(300_000)}`, title: '' })"),
      unexpected,
    );
    const timesAt = async (address: string) => (await render(address, {}))?.html.slice(3, 4);
    expect([await timesAt('a'), await timesAt('b'), await timesAt('c'), await timesAt('a')]).toEqual(['1', '2', '3', '1']);
    expect([await timesAt('d'), await timesAt('a'), await timesAt('b')]).toEqual(['4', '1', '5']);
  });

  it.each([
    ['rendering fails', "async () => { throw new Error('no') }"],
    ['the SSR build cannot be loaded', '('],
  ])('falls back to the boot page if %s, and reports the failure once', async (_, source) => {
    const onFailure = vi.fn();
    const make = createPageRenderer(await writeRenderer(source), onFailure);
    for (let visit = 0; visit < 3; visit += 1) {
      const { body, statusCode, headers } = await open(make);
      expect(statusCode).toBe(200);
      expect(body).toContain('<div id="root">\n<!--boot--><div>boot</div>');
      expect(body).toContain('id="dehydrated-state"');
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    }
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it('falls back to the boot page if responses are missing or the client was rebuilt', async () => {
    const file = await writeRenderer(ECHO_RENDERER);
    const make = createPageRenderer(file, unexpected);
    expect((await open(make, { isComplete: false })).body).toContain('boot');
    expect((await open(make)).body).toContain('made 1');
    await utimes(file, new Date(), new Date(Date.now() + 60_000));
    expect((await open(make)).body).toContain('boot');
  });
});

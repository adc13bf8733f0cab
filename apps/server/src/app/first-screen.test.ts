/** The page with its first screen in it: what the client's build for the server makes, where it stands, and what happens without it. */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FirstAnswers } from './first-answers.ts';
import { firstScreens } from './first-screen.ts';
import { serveWebClient } from './serve-web-client.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-screens-'));
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><head><title>书房</title></head><body><div id="root">\n<!--boot--><div>boot</div><!--/boot-->\n</div></body>',
  );
  await writeFile(path.join(folder, 'route-files.json'), JSON.stringify({ start: ['/start.css', '/start.js'], routes: {} }));
  await writeFile(path.join(folder, 'start.css'), '.a{color:red}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let made = 0;
/** A build that says what it was asked for. */
const maker = async (source: string): Promise<string> => {
  made += 1;
  const file = path.join(folder, `maker-${made}.mjs`);
  await writeFile(file, `export const beginPage = 'mark()'; let times = 0; export const makeFirstScreen = ${source};`);
  return file;
};
const TELLING =
  'async (address, answers) => ({ html: `<p>${JSON.stringify(answers.a)} at ${address}, made ${++times}</p>`, title: `A "<b>` })';

const open = async (make: ReturnType<typeof firstScreens>, first: Partial<FirstAnswers> = {}, url = '/') => {
  const fastify = Fastify();
  serveWebClient(fastify, {
    folder,
    contentUrl: 'http://{book}.localhost',
    findFirstAnswers: () => Promise.resolve({ answers: { a: 1 }, isWhole: true, covers: [], ...first }),
    makeFirstScreen: make,
  });
  const page = await fastify.inject(url);
  await fastify.close();
  return page;
};
const unexpected = (error: unknown): void => {
  throw error;
};

describe('the first screen', () => {
  it('stands in the page, with its title, its styles, and a script that alone may run', async () => {
    const { body, headers } = await open(firstScreens(await maker(TELLING), unexpected));
    expect(body).toContain('<div id="root" data-first-screen="/"><p>1 at /, made 1</p></div><template></template>');
    expect(body).not.toContain('boot');
    expect(body).toContain('<title>A &quot;&lt;b></title>');
    // Its sheets are in it, and its code comes when its script or the client asks.
    const head = '<meta name="client-files" content="/start.js"><script>mark()</script><link rel="stylesheet" disabled href="/start.css">';
    // Seen when it is whole: of its parts each would move the one before.
    const whole = '[data-first-screen]:not(:has(+ template)){visibility:hidden}';
    expect(body).toContain(`${head}<style>.a{color:red}${whole}</style></head>`);
    expect(body).not.toContain('preload');
    // openssl dgst -sha256 -binary | base64
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-0nI5ZBjuUYeB27uYFBDMAtH/nNGWrWNdeEJ2AAqxsDc=';");
  });

  it('is made once for the same answers, and anew for others', async () => {
    const make = firstScreens(await maker(TELLING), unexpected);
    const bodies = [];
    for (const answers of [{ a: 1 }, { a: 1 }, { a: '甲大学' }, { a: 1 }]) bodies.push((await open(make, { answers })).body);
    expect(bodies.map((body) => /<p>(.*?)<\/p>/.exec(body)?.[1])).toEqual([
      '1 at /, made 1',
      '1 at /, made 1',
      '"甲大学" at /, made 2',
      '1 at /, made 1',
    ]);
    expect((await open(make, {}, '/book/list')).body).toContain('1 at /book/list, made 3');
  });

  it('keeps no more than fits: what was not asked for longest is made anew', async () => {
    const make = firstScreens(
      await maker("async (address) => ({ html: `<p>${++times}</p>${'x'.repeat(300_000)}`, title: '' })"),
      unexpected,
    );
    const timesAt = async (address: string) => (await make(address, {}))?.html.slice(3, 4);
    expect([await timesAt('a'), await timesAt('b'), await timesAt('c'), await timesAt('a')]).toEqual(['1', '2', '3', '1']);
    expect([await timesAt('d'), await timesAt('a'), await timesAt('b')]).toEqual(['4', '1', '5']);
  });

  it.each([
    ['cannot be made', "async () => { throw new Error('no') }"],
    ['cannot even be loaded', '('],
  ])('is left out when it %s; that is said once', async (_, source) => {
    const onFailure = vi.fn();
    const make = firstScreens(await maker(source), onFailure);
    for (let visit = 0; visit < 3; visit += 1) {
      const { body, statusCode, headers } = await open(make);
      expect(statusCode).toBe(200);
      expect(body).toContain('<div id="root">\n<!--boot--><div>boot</div>');
      expect(body).toContain('id="first-answers"');
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    }
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it('is left out where answers are missing, and once the client was built anew', async () => {
    const file = await maker(TELLING);
    const make = firstScreens(file, unexpected);
    expect((await open(make, { isWhole: false })).body).toContain('boot');
    expect((await open(make)).body).toContain('made 1');
    await utimes(file, new Date(), new Date(Date.now() + 60_000));
    expect((await open(make)).body).toContain('boot');
  });
});

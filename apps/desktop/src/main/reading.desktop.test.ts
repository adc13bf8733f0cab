/** The client on a real Electron with a real server: signing in, reading, and what hostile books and pages cannot do. */
import path from 'node:path';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFile, corpusNames } from '../../../../e2e/src/corpus.ts';
import { untilAtRest, untilText, visibleText } from '../../../../e2e/src/reading.ts';
import { DEMO_READER, signInByPassword } from '../../../../e2e/src/users.ts';
import { type RunningClient, startClient } from '../testing/start-client.ts';

const HOSTILE = corpusNames('hostile', /^active-.*\.epub$/);

let product: Product;
let client: RunningClient;
let hostile: { bookId?: string; fileName: string; stage: string }[];
/** The addresses that the client requested from another host than the server’s, and the pages and dialogs that were opened. */
const foreign: string[] = [];

beforeAll(async () => {
  product = await startProduct();
  const files = HOSTILE.map((name) => path.join(corpusFile('hostile'), name));
  [client, hostile] = await Promise.all([
    startClient([`--server=${product.url}`]),
    product.command('import', ...files, '--publish') as Promise<typeof hostile>,
  ]);
  const { page } = client;
  const isOwn = (url: string): boolean =>
    /^(?:app:\/\/client\/|book:\/\/|data:|blob:|about:)/.test(url) || url.startsWith(`${product.url}/`);
  page.on('request', (request) => {
    if (!isOwn(request.url())) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  client.app.on('window', (window) => foreign.push(`window: ${window.url()}`));
  await page.getByRole('main').getByRole('link').first().waitFor();
});
afterAll(async () => {
  await client?.close();
  await product?.stop();
});

/** Opens a page of the client as a link in it does. */
const go = async (page: Page, pathname: string): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), page.evaluate((to) => location.assign(to), pathname)]);
};

const read = async (page: Page, bookId: string): Promise<void> => {
  await go(page, `/course/learning/${bookId}`);
  await page.getByRole('region', { name: '阅读区' }).waitFor();
  await untilText(page);
};

const findDemoBook = async (page: Page): Promise<string> => {
  const href = await page.getByRole('main').locator('a[href^="/course/info/"]').first().getAttribute('href');
  return href?.split('/').at(-1) ?? '';
};

const bookFrames = (page: Page): Frame[] => page.frames().filter((frame) => frame.url().startsWith('book://'));

describe('a reader', () => {
  it('signs in as the device pc and reads a book under its own origin', async () => {
    const { page } = client;
    const codes = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.url().startsWith(`${product.url}/api`) && request.method() !== 'OPTIONS') codes.add(request.headers()['x-device-code']);
    });
    await signInByPassword(product, page, DEMO_READER.tel, DEMO_READER.password);
    await page.getByRole('main').getByRole('link').first().waitFor();
    const bookId = await findDemoBook(page);
    await read(page, bookId);
    await page.getByTitle('下一页').first().click();
    await untilAtRest(page);
    expect((await visibleText(page)).length).toBeGreaterThan(0);
    expect([...codes]).toEqual(['pc']);
    expect(bookFrames(page).length).toBeGreaterThan(1);
    for (const frame of bookFrames(page)) expect(frame.url()).toMatch(new RegExp(`^book://${bookId}/~`));
    expect(foreign).toEqual([]);
  });

  it('sees covers, which the page loads from its own origin', async () => {
    const { page } = client;
    await go(page, '/course/list');
    const cover = page.getByRole('main').locator('img[src*="/api/media/cover/"]').first();
    await cover.waitFor();
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  it('has no service worker, and no page of another route than the client’s', async () => {
    const { page } = client;
    expect(await page.evaluate(() => navigator.serviceWorker?.controller ?? null)).toBeNull();
    const statusOf = (url: string): Promise<number> => page.evaluate(async (address) => (await fetch(address)).status, url);
    for (const url of ['/sw.js', '/early-open.js', '/api/home/get', '/..%2f..%2fpackage.json', '/assets/missing.js', '//setup/index.html'])
      expect(await statusOf(`app://client${url}`), url).toBe(404);
    expect(await statusOf('app://client/course/list')).toBe(200);
  });
});

describe('D21: a hostile book', () => {
  /** Returns the traces that an executed script would leave in any frame. */
  const traces = async (page: Page): Promise<string[]> => {
    const found = await Promise.all(
      page
        .frames()
        .filter((frame) => !frame.isDetached())
        .map((frame) => frame.evaluate(() => Object.keys(globalThis).filter((name) => /^(pwned|executed|xss|hacked)/i.test(name)))),
    );
    return found.flat();
  };

  it.each(HOSTILE)('%s runs no script and requests nothing', async (fileName) => {
    const { page } = client;
    const job = hostile.find((each) => each.fileName === fileName);
    expect(job?.stage).toBe('done');
    await read(page, job?.bookId ?? '');
    const next = page.getByTitle('下一页').first();
    if (await next.isEnabled()) {
      await next.click();
      await untilAtRest(page);
    }
    expect(await traces(page)).toEqual([]);
    expect(page.url()).toBe(`app://client/course/learning/${job?.bookId}`);
    expect(foreign).toEqual([]);
  });

  it('reaches neither the bridge nor Node nor another origin, even if a script of it ran', async () => {
    const { page } = client;
    const frames = bookFrames(page);
    expect(frames.length).toBeGreaterThan(0);
    for (const frame of frames) {
      const found = await frame.evaluate(async (server) => {
        const tries = [server, 'https://example.com/', 'app://client/index.html', 'file:///etc/hostname', 'book://other/'];
        const results = await Promise.all(
          tries.map((url) =>
            fetch(url).then(
              () => url,
              () => undefined,
            ),
          ),
        );
        const parent = ((): string => {
          try {
            return String(globalThis.top?.document.title);
          } catch {
            return 'closed';
          }
        })();
        const names = ['require', 'process', 'module', 'shufangDesktop', 'shufangSetup', 'electron'].filter((name) => name in globalThis);
        return { loaded: results.filter((url) => url !== undefined), parent, names };
      }, `${product.url}/healthz`);
      expect(found).toEqual({ loaded: [], parent: 'closed', names: [] });
    }
  });
});

/** Hostile books in the desktop client without a network, from the files of the client: none runs a script or requests anything. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { LIMITS } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChangingServer, openChangingServer } from '../../../../e2e/src/changing-server.ts';
import { corpusFile, corpusNames } from '../../../../e2e/src/corpus.ts';
import { untilAtRest, untilText } from '../../../../e2e/src/reading.ts';
import { createReader, signInByPassword } from '../../../../e2e/src/users.ts';
import { makeClientFolder, type RunningClient, startClient } from '../testing/start-client.ts';
import { type KeyStore, startKeyStore } from '../testing/start-key-store.ts';

const HOSTILE = corpusNames('hostile', /^active-.*\.epub$/);
const PASSWORD = 'Kaifang-2026';
/** The books by reader: each may download three books an hour. */
const GROUPS = Array.from({ length: Math.ceil(HOSTILE.length / LIMITS.leasedBooksPerHour) }, (_, n) =>
  HOSTILE.slice(n * LIMITS.leasedBooksPerHour, (n + 1) * LIMITS.leasedBooksPerHour),
);

let front: ChangingServer;
let product: Product;
let keyStore: KeyStore;
let dataDir: string;
let client: RunningClient;
let jobs: { bookId?: string; fileName: string }[];
/** The addresses that the client requested from another host than the server’s, and the pages and dialogs that were opened. */
const foreign: string[] = [];

beforeAll(async () => {
  let port = 0;
  front = await openChangingServer(() => port);
  product = await startProduct({ environment: { PUBLIC_URL: front.url, CONTENT_URL: front.url.replace('//', '//{book}.') } });
  port = product.port;
  [keyStore, dataDir] = await Promise.all([startKeyStore(), makeClientFolder()]);
  const files = HOSTILE.map((name) => path.join(corpusFile('hostile'), name));
  jobs = (await product.command('import', ...files, '--publish')) as typeof jobs;
  client = await startClient([`--server=${front.url}`], dataDir, keyStore);
  const { page } = client;
  const isOwn = (url: string): boolean => /^(?:app:\/\/client\/|book:\/\/|data:|blob:|about:)/.test(url) || url.startsWith(`${front.url}/`);
  page.on('request', (request) => {
    if (!isOwn(request.url())) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  client.app.on('window', (window) => foreign.push(`window: ${window.url()}`));
  await page.getByRole('navigation', { name: '主导航' }).waitFor();
});
afterAll(async () => {
  await client?.close();
  await product?.stop();
  await front?.close();
  await keyStore?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const go = async (page: Page, pathname: string): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), page.evaluate((to) => location.assign(to), pathname)]);
};

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

it.each(GROUPS.map((group, n) => [group.join(', '), group, n] as const))(
  '%s run no script and request nothing from the files of the client',
  async (_names, group, n) => {
    const { page } = client;
    const tel = `139333300${String(n).padStart(2, '0')}`;
    await createReader(product, tel, PASSWORD);
    await page.evaluate(() => localStorage.clear());
    await go(page, '/');
    await signInByPassword(product, page, tel, PASSWORD);
    for (const fileName of group) {
      const bookId = jobs.find((job) => job.fileName === fileName)?.bookId ?? '';
      await go(page, `/course/info/${bookId}`);
      await page.getByRole('button', { name: /离线下载/ }).click();
      await page.getByRole('button', { name: '开始下载' }).click();
      await page.getByText(/已存在本机/).waitFor();
      front.setReachable(false);
      await go(page, `/course/learning/${bookId}`);
      await page.getByRole('region', { name: '阅读区' }).waitFor();
      await untilText(page);
      const next = page.getByTitle('下一页').first();
      if (await next.isEnabled()) {
        await next.click();
        await untilAtRest(page);
      }
      const documents = page.frames().filter((frame) => frame.url().includes('/~o/'));
      expect(documents.length, fileName).toBeGreaterThan(0);
      expect(await traces(page), fileName).toEqual([]);
      expect(page.url()).toBe(`app://client/course/learning/${bookId}`);
      expect(foreign).toEqual([]);
      front.setReachable(true);
    }
  },
  120_000,
);

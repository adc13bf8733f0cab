/** Whole books in the desktop client on a real Electron with a real key store: from the first run to reading without a network and back. */
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { queryNotes } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChangingServer, openChangingServer } from '../../../../e2e/src/changing-server.ts';
import { countHighlights, selectText, untilText, visibleText, waitForChangesSent } from '../../../../e2e/src/reading.ts';
import { callerFor, DEMO_READER, signInByPassword } from '../../../../e2e/src/users.ts';
import { makeClientFolder, type RunningClient, startClient } from '../testing/start-client.ts';
import { type KeyStore, startKeyStore } from '../testing/start-key-store.ts';

const TITLE = 'Python 编程起步';

let front: ChangingServer;
let product: Product;
let keyStore: KeyStore;
let dataDir: string;
let client: RunningClient | undefined;
let bookId: string;

beforeAll(async () => {
  let port = 0;
  front = await openChangingServer(() => port);
  product = await startProduct({ environment: { PUBLIC_URL: front.url, CONTENT_URL: front.url.replace('//', '//{book}.') } });
  port = product.port;
  [keyStore, dataDir] = await Promise.all([startKeyStore(), makeClientFolder()]);
  const response = (await (await fetch(`${front.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
}, 240_000);
afterAll(async () => {
  await client?.close();
  await product?.stop();
  await front?.close();
  await keyStore?.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Opens a page of the client as a link in it does. */
const go = async (page: Page, pathname: string): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), page.evaluate((to) => location.assign(to), pathname)]);
};

const read = async (page: Page): Promise<void> => {
  await go(page, `/course/learning/${bookId}`);
  await page.getByRole('region', { name: '阅读区' }).waitFor();
  await untilText(page);
};

/** Returns whether the page shows the picture of a cover. */
const showsCover = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLImageElement>('main img[src*="/api/media/cover/"]')).some((image) => image.naturalWidth > 0),
  );

/** Searches in the open book and returns the number of hits and the text of the listed ones, which the page may not have drawn yet. */
const findInBook = async (page: Page, q: string): Promise<string[]> => {
  await page.getByRole('button', { name: '书内搜索' }).click();
  await page.getByRole('searchbox').fill(q);
  await page.getByText(/共找到 \d+ 处/).waitFor();
  const hits = page.getByRole('button').filter({ has: page.locator('mark') });
  const found = [await page.getByText(/共找到 \d+ 处/).innerText(), ...(await hits.allTextContents())];
  await page.keyboard.press('Escape');
  return found;
};

/** Returns the paths and contents of all files under a folder. */
const filesIn = async (folder: string): Promise<{ path: string; content: Buffer }[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => ({ path: file, content: await readFile(file) })));
};

it('from the first run: a book is downloaded, read, annotated and searched without a network, and synchronized afterwards', async () => {
  client = await startClient([], dataDir, keyStore);
  const opened = client.app.waitForEvent('window');
  await client.page.getByLabel('服务器地址').fill(front.url);
  await client.page.getByRole('button', { name: '连接' }).click();
  const page = await opened;
  await page.getByRole('navigation', { name: '主导航' }).waitFor();
  await signInByPassword(product, page, DEMO_READER.tel, DEMO_READER.password);
  await go(page, `/course/info/${bookId}`);
  await page.getByRole('button', { name: `离线下载《${TITLE}》` }).click();
  await page.getByText(/整本书 .+B，这台设备还可存约/).waitFor();
  await page.getByRole('button', { name: '开始下载' }).click();
  await page.getByText(/已存在本机/).waitFor();
  await go(page, '/bookshelf');
  await page.getByText('本机可读').waitFor();
  await read(page);
  const foundOnline = await findInBook(page, '变量');

  front.setReachable(false);
  await read(page);
  const before = await visibleText(page);
  await page.getByTitle('下一页').first().click();
  await expect.poll(() => visibleText(page)).not.toBe(before);
  const line = (await visibleText(page)).split('\n').find((text) => text.trim().length > 8) ?? '';
  const quote = line.trim().slice(0, 6);
  await selectText(page, quote);
  await page.getByRole('button', { name: '黄色' }).click();
  await expect.poll(() => countHighlights(page)).toBe(1);
  expect(await findInBook(page, '变量')).toEqual(foundOnline);
  await go(page, `/course/info/${bookId}`);
  await page.getByText(/已存在本机/).waitFor();
  await go(page, '/bookshelf');
  await page.getByText('本机可读').waitFor();
  await expect.poll(() => showsCover(page)).toBe(true);
  await go(page, '/user/myNotes');
  await page.getByText(quote).filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: /^复习卡片，/ }).click();
  await page.getByRole('group', { name: '问题' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('group', { name: '答案' }).waitFor();

  front.setReachable(true);
  await go(page, '/bookshelf');
  await page.getByText('本机可读').waitFor();
  await waitForChangesSent(page);
  const call = await callerFor(product, DEMO_READER);
  const { items } = await call(queryNotes, { bookId });
  expect(JSON.stringify(items)).toContain(quote);
}, 240_000);

it('no file of the client has a sentence of the book, and the folder opens no book on another computer', async () => {
  await client?.close();
  client = await startClient([], dataDir, keyStore);
  front.setReachable(false);
  await read(client.page);
  const sentence = (await visibleText(client.page)).split('\n').find((text) => text.trim().length > 12) ?? '';
  await client.close();
  const needle = sentence.trim().slice(0, 12);
  expect(needle).not.toBe('');
  const files = await filesIn(path.join(dataDir, 'books'));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter(({ content }) => content.includes(needle)).map((file) => file.path)).toEqual([]);

  const copy = await makeClientFolder();
  await rm(copy, { recursive: true });
  await cp(dataDir, copy, { recursive: true });
  const otherStore = await startKeyStore();
  client = await startClient([], copy, otherStore);
  await go(client.page, `/course/learning/${bookId}`);
  await client.page.getByText('这本书没有打开').waitFor();
  await client.close();
  client = undefined;
  await otherStore.stop();
  await rm(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}, 240_000);

it('a system without a key store gets an explanation instead of a download', async () => {
  front.setReachable(true);
  client = await startClient([`--server=${front.url}`]);
  const { page } = client;
  await page.getByRole('navigation', { name: '主导航' }).waitFor();
  await signInByPassword(product, page, DEMO_READER.tel, DEMO_READER.password);
  await go(page, `/course/info/${bookId}`);
  await page.getByText('这台电脑的系统没有密钥库').waitFor();
  expect(await page.getByRole('button', { name: /离线下载/ }).count()).toBe(0);
}, 120_000);

/** An update of a packaged client on a real Electron while the user's work is not at the server: listed, on the disk, and synchronized later. */
import { queryNotes } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChangingServer, openChangingServer } from '../../../../e2e/src/changing-server.ts';
import { clickAt, pointOfText, selectText, untilText, visibleText, waitForPositionSent } from '../../../../e2e/src/reading.ts';
import { callerFor, DEMO_READER, signInByPassword } from '../../../../e2e/src/users.ts';
import { installPackagedClient, type PackagedClient } from './testing/packaged-client.ts';
import { makeOffer, makePackager, startUpdateServer, type UpdateServer } from './testing/update-server.ts';

const TITLE = 'Python 编程起步';
const SAVED = '没有网络时存下的笔记';
const TYPED = '还没有写完的一句';
/** The client starts, downloads and restarts. */
const WAIT = { timeout: 60_000 };
const packager = makePackager();

let updates: UpdateServer;
let front: ChangingServer;
let product: Product;
let client: PackagedClient;
let bookId: string;
let next: Buffer;

const isUpdate = (path: string): boolean => path.startsWith('/api/maintenance/appUpdater/');

beforeAll(async () => {
  let port = 0;
  updates = await startUpdateServer();
  // Updates stay reachable: the user can be without the rest of the server for other reasons than a lost network.
  front = await openChangingServer((path) => (isUpdate(path) ? updates.port : port), isUpdate);
  product = await startProduct({ environment: { PUBLIC_URL: front.url, CONTENT_URL: front.url.replace('//', '//{book}.') } });
  port = product.port;
  client = await installPackagedClient(packager.publicKey, front.url);
  next = await client.build('1.0.1');
  const response = (await (await fetch(`${front.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
}, 240_000);
afterAll(async () => {
  await client?.close();
  await product?.stop();
  await front?.close();
  updates?.close();
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

const toolbar = (page: Page) => page.getByRole('toolbar', { name: '划线工具' });
const field = (page: Page) => page.getByRole('textbox', { name: '笔记内容' });

/** Begins a note about a passage and types it. */
const typeNote = async (page: Page, quote: string, text: string): Promise<void> => {
  await selectText(page, quote);
  await toolbar(page).getByRole('button', { name: '写笔记' }).click();
  await field(page).pressSequentially(text);
};

it('notes that the server does not have are listed before the restart, are there after it and a kill, and are synchronized', async () => {
  const { page } = await client.start();
  await page.getByRole('navigation', { name: '主导航' }).waitFor();
  await signInByPassword(product, page, DEMO_READER.tel, DEMO_READER.password);
  await read(page);
  await page.getByTitle('下一页').first().click();
  await expect.poll(async () => (await visibleText(page)).split('\n').filter((text) => text.trim().length > 8).length).toBeGreaterThan(1);
  const [first = '', second = ''] = (await visibleText(page)).split('\n').filter((text) => text.trim().length > 8);
  const [savedQuote, typedQuote] = [first.trim().slice(0, 6), second.trim().slice(0, 6)];
  await waitForPositionSent(page);

  front.setReachable(false);
  await typeNote(page, savedQuote, SAVED);
  await page.getByRole('button', { name: '保存' }).click();
  await field(page).waitFor({ state: 'detached' });
  await typeNote(page, typedQuote, TYPED);
  updates.offer = makeOffer(packager, '1.0.1', next);
  updates.file = next;
  await page.evaluate(() => globalThis.shufangDesktop?.checkForUpdate());
  const dialog = page.getByRole('dialog', { name: '发现新版本' });
  const list = dialog.getByRole('region', { name: '还没有同步的内容' });
  await list.getByText(SAVED).waitFor();
  await list.getByText(TYPED).waitFor();
  await dialog.getByRole('button', { name: '更新', exact: true }).click();
  await expect.poll(() => client.state().active, WAIT).toBe('1.0.1');
  await client.endAll();

  const again = await client.start();
  expect(await again.version()).toBe('1.0.1');
  await go(again.page, '/user/myNotes');
  await again.page.getByText(SAVED).filter({ visible: true }).first().waitFor();
  front.setReachable(true);
  await read(again.page);
  await clickAt(again.page, await pointOfText(again.page, typedQuote));
  await toolbar(again.page)
    .getByRole('button', { name: /写笔记|编辑笔记/ })
    .click();
  await again.page.getByText('已恢复上次没有保存的草稿').waitFor();
  expect(await field(again.page).inputValue()).toBe(TYPED);
  await again.page.getByRole('button', { name: '保存' }).click();
  await waitForPositionSent(again.page);
  const call = await callerFor(product, DEMO_READER);
  const { items } = await call(queryNotes, { bookId });
  expect(JSON.stringify(items)).toContain(SAVED);
  expect(JSON.stringify(items)).toContain(TYPED);
}, 240_000);

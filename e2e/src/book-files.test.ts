/** Book materials and user files, shared links, an ended right, formulas and paper pages, at every window size. */
import { readFile } from 'node:fs/promises';
import { setBookPrice } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { checkAppearance } from './check-appearance.ts';
import { openBook, selectText, untilText, visibleText, waitForPositionSent } from './reading.ts';
import { callAs, DEMO_READER, openSignedIn, tokenOf } from './users.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

const PASSWORD: string = DEMO_READER.password;
const [READER, TEACHER, EDITOR, ADMIN] = ['13800000001', '13800000002', '13800000005', '13800000006'];
const BUYER = { tel: '13966669999', password: 'Xu-ding-2026-ceshi' };
const TITLE = 'Python 编程起步';
const CHAPTER = `?href=${encodeURIComponent('EPUB/text/ch02.xhtml')}`;
const SLIDES = '第一章教案';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct({ environment: { TEST_CLOCK: '1' } });
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const openTestPage = async (tel: string | undefined, password = PASSWORD): Promise<TestPage> => {
  const testPage = await visit(browser, 'desktop');
  if (tel === undefined) await testPage.page.goto(product.url);
  else await openSignedIn(product, testPage.page, tel, password);
  return testPage;
};
/** Closes the page of a test. Returns all problems that the page had during the test. */
const closeTestPage = async (testPage: TestPage, problems: readonly string[]): Promise<string[]> => {
  await testPage.context.close();
  return [...problems, ...testPage.problems];
};
const materials = async ({ page }: TestPage): Promise<void> => {
  await page.goto(`${product.url}/course/info/${bookId}?tab=materials`);
  await waitUntilSettled(page);
  await page.getByRole('tabpanel').getByText(SLIDES, { exact: true }).waitFor();
};

test('an editor adds a file for teachers to a book: every user sees it, and a teacher downloads it', async () => {
  const editor = await openTestPage(EDITOR);
  const { page } = editor;
  const problems: string[] = [];
  await page.goto(`${product.url}/admin/books/${bookId}?part=materials`);
  await page.getByRole('button', { name: '添加资源' }).click();
  const dialog = page.getByRole('dialog', { name: '添加资源' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('请选择文件').waitFor();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: `${SLIDES}.txt`, mimeType: 'text/plain', buffer: Buffer.from('一、导入') });
  problems.push(...(await checkAppearance(editor, 'material-form')));
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('提供给认证教师').waitFor();
  problems.push(...(await checkAppearance(editor, 'material-desk')));
  expect(await closeTestPage(editor, problems)).toEqual([]);

  const anonymousPage = await openTestPage(undefined);
  await materials(anonymousPage);
  await anonymousPage.page.getByRole('tabpanel').getByText('未开放').waitFor();
  expect(await anonymousPage.page.getByRole('link', { name: '申请教师认证' }).getAttribute('href')).toBe('/user/teacher');
  expect(await closeTestPage(anonymousPage, await checkAppearance(anonymousPage, 'material-locked'))).toEqual([]);

  const teacher = await openTestPage(TEACHER);
  await materials(teacher);
  const [file] = await Promise.all([
    teacher.page.waitForEvent('download'),
    teacher.page.getByRole('button', { name: `下载 ${SLIDES}` }).click(),
  ]);
  expect([file.suggestedFilename(), await readFile(await file.path(), 'utf8')]).toEqual([`${SLIDES}.txt`, '一、导入']);
  expect(await closeTestPage(teacher, await checkAppearance(teacher, 'material-open'))).toEqual([]);
});

const uploadAs = async (page: Page, path: string, name: string, bytes: Buffer, fields: Record<string, string> = {}): Promise<string> => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  const headers = { authorization: `dp-token ${await tokenOf(page)}`, 'x-device-code': 'web' };
  const response = await fetch(`${product.url}/api/file/userFile/${path}`, { method: 'POST', headers, body: form });
  return ((await response.json()) as { payload: { id: string } }).payload.id;
};
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('a reader lists, downloads and deletes uploaded files, and sees why a picture in use cannot be deleted', async () => {
  const reader = await openTestPage(READER);
  const { page } = reader;
  await page.goto(`${product.url}/user/myFiles`);
  await page.getByRole('heading', { name: '还没有上传文件' }).waitFor();
  const problems = await checkAppearance(reader, 'files-none');
  await uploadAs(page, 'upload', '听课记录.txt', Buffer.from('第一节'));
  const avatarFileId = await uploadAs(page, 'uploadImage', '头像.png', PNG, { purpose: 'avatar' });
  const headers = { authorization: `dp-token ${await tokenOf(page)}`, 'x-device-code': 'web', 'content-type': 'application/json' };
  await fetch(`${product.url}/api/user/userInfo/set`, { method: 'POST', headers, body: JSON.stringify({ avatarFileId }) });
  await page.reload();
  await page.getByText('现在的头像').waitFor();
  await page.getByText('2 个文件').waitFor();
  problems.push(...(await checkAppearance(reader, 'files')));
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载 听课记录.txt' }).click()]);
  expect(file.suggestedFilename()).toBe('听课记录.txt');
  await page.getByRole('button', { name: /^删除 头像/ }).click();
  await page.getByText('这是您现在的头像。').waitFor();
  problems.push(...(await checkAppearance(reader, 'file-held')));
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await page.getByRole('button', { name: '删除 听课记录.txt' }).click();
  await page.getByRole('dialog', { name: '删除文件' }).getByRole('button', { name: '删除' }).click();
  await page.getByText('1 个文件').waitFor();
  // Without a network the page shows the cached response.
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await page.getByText('现在的头像').waitFor();
  await page.unroute('**/api/**');
  // The test waits, because the browser reports the last failed request with a delay.
  await reader.waitForRequests();
  reader.problems.length = 0;
  expect(await closeTestPage(reader, problems)).toEqual([]);
});

test('a book and a position in it are shared by a short URL', async () => {
  const testPage = await openTestPage(undefined);
  const { page } = testPage;
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('button', { name: '分享' }).click();
  const dialog = page.getByRole('dialog', { name: '分享这本书' });
  const address = dialog.getByText(/\/q\/[0-9A-Z]{8}$/);
  await address.waitFor();
  const problems = await checkAppearance(testPage, 'share-book');
  await page.goto((await address.textContent()) ?? '');
  await page.waitForURL(new RegExp(`/course/info/${bookId}`));

  await openBook(page, product.url, bookId, `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`);
  const before = (await visibleText(page)).slice(0, 40);
  await page.getByRole('button', { name: '分享位置' }).click();
  const positionLink = page.getByRole('dialog', { name: '分享位置' }).getByText(/\/q\/[0-9A-Z]{8}$/);
  await positionLink.waitFor();
  problems.push(...(await checkAppearance(testPage, 'share-place')));
  const positionUrl = (await positionLink.textContent()) ?? '';
  expect(await closeTestPage(testPage, problems)).toEqual([]);
  const other = await openTestPage(undefined);
  await other.page.goto(positionUrl);
  await other.page.waitForURL(/\/course\/learning\//);
  await untilText(other.page);
  expect(await visibleText(other.page)).toContain(before);
  expect(await closeTestPage(other, [])).toEqual([]);
});

test('a user whose right has ended sees the renewal price at the paywall', async () => {
  const admin = await openTestPage(ADMIN);
  await callAs(product, admin.page, setBookPrice, { bookId, priceFen: 3980, termDays: 1, renewalFen: 1990 });
  expect(await closeTestPage(admin, [])).toEqual([]);
  await product.command('user', 'create', '--tel', BUYER.tel, '--password', BUYER.password);
  const { headers } = await signIn(product, BUYER.tel);
  const post = async <T>(url: string, body: object): Promise<T> =>
    ((await (await fetch(product.url + url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as { payload: T }).payload;
  const { order } = await post<{ order: { no: string } }>('/api/order/create', { bookId, priceFen: 3980 });
  const { start } = await post<{ start: { url: string } }>('/api/order/pay', { no: order.no, channel: 'local' });
  await fetch(new URL(new URL(start.url).pathname, product.url), { method: 'POST', body: new URLSearchParams({ press: 'pay' }) });

  const buyer = await openTestPage(BUYER.tel, BUYER.password);
  const { page } = buyer;
  await openBook(page, product.url, bookId, CHAPTER);
  const [passage = ''] = /[\u4e00-\u9fff]{6,12}/.exec((await visibleText(page)).split('\n').find((line) => line.length > 40) ?? '') ?? [];
  await selectText(page, passage);
  await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '黄色' }).click();
  await waitForPositionSent(page);
  await page.getByRole('button', { name: '书内搜索' }).click();
  await page.getByRole('searchbox', { name: '在书中搜索' }).fill('x^2');
  await page.getByRole('heading', { name: /^公式 \d+ 个$/ }).waitFor();
  const problems = await checkAppearance(buyer, 'formulas-in-book');

  await page.goto(`${product.url}/user/myNotes`);
  await page.getByText(/^纸书第 \d+ 页$/).waitFor();
  problems.push(...(await checkAppearance(buyer, 'notes-with-pages')));

  await fetch(`${product.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 2 * 86_400_000 }),
  });
  // The right has ended, so a chapter beyond the trial must be closed.
  await openBook(page, product.url, bookId);
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: '目录' })
    .getByRole('button', { name: /^第 5 章 函数/ })
    .first()
    .click();
  await page.getByRole('heading', { name: '您的阅读权限已到期' }).waitFor();
  await page.getByRole('link', { name: '续订 ¥19.90' }).waitFor();
  problems.push(...(await checkAppearance(buyer, 'wall-renew')));
  expect(await closeTestPage(buyer, problems)).toEqual([]);
});

test('the page about computers lists the builds, the options for schools, and what works offline', async () => {
  const testPage = await openTestPage(undefined);
  await testPage.page.goto(`${product.url}/pc`);
  await testPage.page.getByRole('heading', { name: '没有网络时能做什么' }).waitFor();
  expect(await closeTestPage(testPage, await checkAppearance(testPage, 'pc'))).toEqual([]);
});

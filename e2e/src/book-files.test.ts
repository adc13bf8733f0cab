/** Files beside books and people's own; what is handed on; a right that has ended; formulas and paper pages: by those who use them, at every size. */
import { readFile } from 'node:fs/promises';
import { setBookPrice } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { look } from './look.ts';
import { arriveAs, callAs, DEMO_READER, tokenOf } from './people.ts';
import { openBook, selectText, untilPlaceSent, untilText, visibleText } from './reading.ts';
import { settle } from './settle.ts';

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
  const answer = (await (await fetch(`${product.url}/api/course/query`)).json()) as { payload: { items: { id: string; title: string }[] } };
  bookId = answer.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const arrive = async (tel: string | undefined, password = PASSWORD): Promise<Visitor> => {
  const visitor = await visit(browser, 'desktop');
  if (tel === undefined) await visitor.page.goto(product.url);
  else await arriveAs(product, visitor.page, tel, password);
  return visitor;
};
/** What was wrong on the way. */
const leave = async (visitor: Visitor, faults: readonly string[]): Promise<string[]> => {
  await visitor.context.close();
  return [...faults, ...visitor.faults];
};
const materials = async ({ page }: Visitor): Promise<void> => {
  await page.goto(`${product.url}/course/info/${bookId}?tab=materials`);
  await settle(page);
  await page.getByRole('tabpanel').getByText(SLIDES, { exact: true }).waitFor();
};

test('an editor puts a teacher’s file beside a book: everybody sees that it is there, a teacher takes it along', async () => {
  const editor = await arrive(EDITOR);
  const { page } = editor;
  const faults: string[] = [];
  await page.goto(`${product.url}/admin/books/${bookId}`);
  await page.getByRole('button', { name: '添加资源' }).click();
  const dialog = page.getByRole('dialog', { name: '添加资源' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('请选择文件').waitFor();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: `${SLIDES}.txt`, mimeType: 'text/plain', buffer: Buffer.from('一、导入') });
  faults.push(...(await look(editor, 'material-form')));
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('提供给认证教师').waitFor();
  faults.push(...(await look(editor, 'material-desk')));
  expect(await leave(editor, faults)).toEqual([]);

  const stranger = await arrive(undefined);
  await materials(stranger);
  await stranger.page.getByRole('tabpanel').getByText('未开放').waitFor();
  expect(await stranger.page.getByRole('link', { name: '申请教师认证' }).getAttribute('href')).toBe('/user/teacher');
  expect(await leave(stranger, await look(stranger, 'material-locked'))).toEqual([]);

  const teacher = await arrive(TEACHER);
  await materials(teacher);
  const [file] = await Promise.all([
    teacher.page.waitForEvent('download'),
    teacher.page.getByRole('button', { name: `下载 ${SLIDES}` }).click(),
  ]);
  expect([file.suggestedFilename(), await readFile(await file.path(), 'utf8')]).toEqual([`${SLIDES}.txt`, '一、导入']);
  expect(await leave(teacher, await look(teacher, 'material-open'))).toEqual([]);
});

const uploadAs = async (page: Page, path: string, name: string, bytes: Buffer, fields: Record<string, string> = {}): Promise<string> => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  const headers = { authorization: `dp-token ${await tokenOf(page)}`, 'x-device-code': 'web' };
  const answer = await fetch(`${product.url}/api/file/userFile/${path}`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { payload: { id: string } }).payload.id;
};
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('a reader sees what they have uploaded, fetches and deletes it, and hears why a picture in use stays', async () => {
  const reader = await arrive(READER);
  const { page } = reader;
  await page.goto(`${product.url}/user/myFiles`);
  await page.getByRole('heading', { name: '还没有上传文件' }).waitFor();
  const faults = await look(reader, 'files-none');
  await uploadAs(page, 'upload', '听课记录.txt', Buffer.from('第一节'));
  const avatarFileId = await uploadAs(page, 'uploadImage', '头像.png', PNG, { purpose: 'avatar' });
  const headers = { authorization: `dp-token ${await tokenOf(page)}`, 'x-device-code': 'web', 'content-type': 'application/json' };
  await fetch(`${product.url}/api/user/userInfo/set`, { method: 'POST', headers, body: JSON.stringify({ avatarFileId }) });
  await page.reload();
  await page.getByText('现在的头像').waitFor();
  await page.getByText('2 个文件').waitFor();
  faults.push(...(await look(reader, 'files')));
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载 听课记录.txt' }).click()]);
  expect(file.suggestedFilename()).toBe('听课记录.txt');
  await page.getByRole('button', { name: /^删除 头像/ }).click();
  await page.getByText('这是您现在的头像。').waitFor();
  faults.push(...(await look(reader, 'file-held')));
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await page.getByRole('button', { name: '删除 听课记录.txt' }).click();
  await page.getByRole('dialog', { name: '删除文件' }).getByRole('button', { name: '删除' }).click();
  await page.getByText('1 个文件').waitFor();
  // Without a network what was seen last stands there.
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await page.getByText('现在的头像').waitFor();
  await page.unroute('**/api/**');
  // The last of those that failed is told of late.
  await reader.untilAnswered();
  reader.faults.length = 0;
  expect(await leave(reader, faults)).toEqual([]);
});

test('a book and a place in it are handed on by a short address', async () => {
  const visitor = await arrive(undefined);
  const { page } = visitor;
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('button', { name: '分享' }).click();
  const dialog = page.getByRole('dialog', { name: '分享这本书' });
  const address = dialog.getByText(/\/q\/[0-9A-Z]{8}$/);
  await address.waitFor();
  const faults = await look(visitor, 'share-book');
  await page.goto((await address.textContent()) ?? '');
  await page.waitForURL(new RegExp(`/course/info/${bookId}`));

  await openBook(page, product.url, bookId, `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`);
  const before = (await visibleText(page)).slice(0, 40);
  await page.getByRole('button', { name: '分享位置' }).click();
  const place = page.getByRole('dialog', { name: '分享位置' }).getByText(/\/q\/[0-9A-Z]{8}$/);
  await place.waitFor();
  faults.push(...(await look(visitor, 'share-place')));
  const toPlace = (await place.textContent()) ?? '';
  expect(await leave(visitor, faults)).toEqual([]);
  const other = await arrive(undefined);
  await other.page.goto(toPlace);
  await other.page.waitForURL(/\/course\/learning\//);
  await untilText(other.page);
  expect(await visibleText(other.page)).toContain(before);
  expect(await leave(other, [])).toEqual([]);
});

test('whose right has ended finds the price of renewing it at the wall', async () => {
  const admin = await arrive(ADMIN);
  await callAs(product, admin.page, setBookPrice, { bookId, priceFen: 3980, termDays: 1, renewalFen: 1990 });
  expect(await leave(admin, [])).toEqual([]);
  await product.command('user', 'create', '--tel', BUYER.tel, '--password', BUYER.password);
  const { headers } = await signIn(product, BUYER.tel);
  const post = async <T>(url: string, body: object): Promise<T> =>
    ((await (await fetch(product.url + url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as { payload: T }).payload;
  const { order } = await post<{ order: { no: string } }>('/api/order/create', { bookId, priceFen: 3980 });
  const { start } = await post<{ start: { url: string } }>('/api/order/pay', { no: order.no, channel: 'local' });
  await fetch(new URL(new URL(start.url).pathname, product.url), { method: 'POST', body: new URLSearchParams({ press: 'pay' }) });

  const buyer = await arrive(BUYER.tel, BUYER.password);
  const { page } = buyer;
  await openBook(page, product.url, bookId, CHAPTER);
  const [passage = ''] = /[\u4e00-\u9fff]{6,12}/.exec((await visibleText(page)).split('\n').find((line) => line.length > 40) ?? '') ?? [];
  await selectText(page, passage);
  await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '黄色' }).click();
  await untilPlaceSent(page);
  await page.getByRole('button', { name: '书内搜索' }).click();
  await page.getByRole('searchbox', { name: '在书中搜索' }).fill('x^2');
  await page.getByRole('heading', { name: /^公式 \d+ 个$/ }).waitFor();
  const faults = await look(buyer, 'formulas-in-book');

  await page.goto(`${product.url}/user/myNotes`);
  await page.getByText(/^纸书第 \d+ 页$/).waitFor();
  faults.push(...(await look(buyer, 'notes-with-pages')));

  await fetch(`${product.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 2 * 86_400_000 }),
  });
  // Behind the trial.
  await openBook(page, product.url, bookId);
  await page.getByRole('button', { name: '目录', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: '目录' })
    .getByRole('button', { name: /^第 5 章 函数/ })
    .first()
    .click();
  await page.getByRole('heading', { name: '您的阅读权限已到期' }).waitFor();
  await page.getByRole('link', { name: '续订 ¥19.90' }).waitFor();
  faults.push(...(await look(buyer, 'wall-renew')));
  expect(await leave(buyer, faults)).toEqual([]);
});

test('the page about computers says what there is, what a school may do and what works without a network', async () => {
  const visitor = await arrive(undefined);
  await visitor.page.goto(`${product.url}/pc`);
  await visitor.page.getByRole('heading', { name: '没有网络时能做什么' }).waitFor();
  expect(await leave(visitor, await look(visitor, 'pc'))).toEqual([]);
});

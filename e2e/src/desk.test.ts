/** The operators' desk and the entry pages of teachers and authors: who may, how they come back, and what leads from one to the other. What each looks like: `page-states`. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type Visitor, visit } from './browser.ts';
import { press } from './keyboard.ts';
import { look } from './look.ts';
import { signInByPassword } from './people.ts';

const PASSWORD = 'Wode-shuzhuo-2026';
const READER = '13977770001';
const ADMIN = '13977770002';
const TEACHER = '13977770003';
const AUTHOR = '13977770004';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  for (const [tel, role] of [
    [READER, 'reader'],
    [ADMIN, 'admin'],
    [TEACHER, 'reader'],
    [AUTHOR, 'author'],
  ] as const)
    await product.command('user', 'create', '--tel', tel, '--password', PASSWORD, '--role', role, '--nickname', `${role}${tel.slice(-1)}`);
  const answer = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as { payload: { items: { id: string }[] } };
  bookId = answer.payload.items[0]?.id ?? '';
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const arrive = async (tel: string, size: SizeName): Promise<Visitor> => {
  const visitor = await visit(browser, size);
  await visitor.page.goto(product.url);
  await signInByPassword(product, visitor.page, tel, PASSWORD);
  return visitor;
};

test('a stranger is asked to sign in, and a reader is told who may', async () => {
  const stranger = await visit(browser, 'desktop');
  await stranger.page.goto(`${product.url}/admin/audit`);
  await stranger.page.waitForURL(/\/user\/login\?redirect=%2Fadmin%2Faudit/);
  await stranger.context.close();
  const reader = await arrive(READER, 'desktop');
  for (const part of ['', '/audit']) {
    await reader.page.goto(`${product.url}/admin${part}`);
    await reader.page.getByRole('heading', { name: '这里由本站的工作人员使用' }).waitFor();
    expect(await look(reader, `reader-admin${part.replaceAll('/', '-')}`)).toEqual([]);
  }
  expect(reader.faults).toEqual([]);
  await reader.context.close();
});

test('a page that failed comes back', async () => {
  const { page, context } = await arrive(ADMIN, 'phone');
  const calls = /\/api\/(?:admin\/(?:book|application|ticket|user|version|audit)\/list|my\/getAuthentication|user\/isAuthor)/;
  for (const address of [
    '/admin/books',
    '/admin/requests',
    '/admin/tickets',
    '/admin/users',
    '/admin/versions',
    '/admin/audit',
    '/user/teacher',
    '/user/myEditedBook',
  ]) {
    await page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    await page.goto(product.url + address);
    const retry = page.getByRole('main').getByRole('button', { name: '重试' });
    await retry.waitFor();
    await page.unroute(calls);
    await retry.click();
    await retry.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 1 }).count(), { message: address }).toBe(1);
  }
  await context.close();
});

test('a teacher applies, is told what is wrong, applies again, and is a teacher on the open page the moment an editor approves', async () => {
  const teacher = await arrive(TEACHER, 'phone');
  const { page } = teacher;
  await page.goto(`${product.url}/user/teacher`);
  await page.getByRole('button', { name: '提交审核' }).click();
  expect(await page.getByLabel('姓名').evaluate((field) => field === document.activeElement)).toBe(true);
  for (const [label, value] of [
    ['姓名', '孔丘'],
    ['任教学校', '曲大'],
    ['院系或部门', '文学院'],
    ['职称或职务', '教授'],
    ['任教学科', '古代汉语、训诂学'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.locator('input[type=file]').setInputFiles({ name: '资格证.txt', mimeType: 'text/plain', buffer: Buffer.from('教师资格证') });
  await page.getByText('资格证.txt').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await teacher.picture('teacher-form');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByText('审核中').waitFor();
  await teacher.picture('teacher-pending');

  const editor = await arrive(ADMIN, 'desktop');
  await editor.page.goto(`${product.url}/admin/requests`);
  await press(editor.page, editor.page.getByRole('button', { name: '不通过 孔丘 的申请' }));
  await editor.page.getByLabel('任教学校的问题').fill('请写学校全称');
  await editor.picture('reject');
  expect(await faultsOf(editor.page)).toEqual([]);
  await press(editor.page, editor.page.getByRole('button', { name: '确认不通过' }));
  await page.getByText('请写学校全称').waitFor();
  await teacher.picture('teacher-rejected');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('任教学校').fill('曲阜师范大学');
  await page.getByRole('button', { name: '重新提交' }).click();
  await page.getByText('审核中').waitFor();
  await editor.page.reload();
  await press(editor.page, editor.page.getByRole('button', { name: '通过 孔丘 的申请', exact: true }));
  await page.getByText(/认证有效期至/).waitFor();
  await teacher.picture('teacher-approved');
  await editor.page.goto(`${product.url}/admin/audit?act=application.approve`);
  await editor.page.getByRole('rowheader', { name: '通过申请' }).waitFor();
  await editor.picture('audit-approve');
  await Promise.all([teacher.context.close(), editor.context.close()]);
});

test('an author has no book until an editor links the account; then it stands there, with the page of the book', async () => {
  const author = await arrive(AUTHOR, 'desktop');
  await author.page.goto(`${product.url}/user/myEditedBook`);
  await author.page.getByRole('heading', { name: '您是作者，还没有关联的图书' }).waitFor();
  await author.picture('author-empty');
  const editor = await arrive(ADMIN, 'tablet');
  await editor.page.goto(`${product.url}/admin/books/${bookId}`);
  await editor.page.getByLabel('关联账号（手机号）').first().fill(AUTHOR);
  await editor.page.getByRole('button', { name: '保存', exact: true }).click();
  await editor.page.getByText(/已关联 author4/).waitFor();
  await editor.picture('linked');
  await author.page.reload();
  await author.page.getByRole('link', { name: /的作者页$/ }).waitFor();
  await author.picture('author-books');
  expect(await faultsOf(author.page)).toEqual([]);
  await author.page.getByRole('link', { name: /的作者页$/ }).click();
  await author.page.getByRole('link', { name: /^查看《/ }).waitFor();
  await author.picture('author-page');
  expect(await faultsOf(author.page)).toEqual([]);
  await Promise.all([author.context.close(), editor.context.close()]);
});

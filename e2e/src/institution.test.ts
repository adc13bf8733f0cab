/**
 * Signs in through an institution with the local identity provider, reads the licensed book, and checks what stays when the right ends;
 * also the admin pages of institutions. Other ways in which the right ends: `institutions.test.ts`.
 */
import { readFile } from 'node:fs/promises';
import { listMyInstitutions } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { press } from './keyboard.ts';
import { settle } from './reader-tools.ts';
import { selectText, untilText, visibleText, waitForPositionSent } from './reading.ts';
import { callAs, createReader, openSignedIn, signInByPassword } from './users.ts';

const PASSWORD = 'Jigou-denglu-2026';
const FINANCE = '13844440000';
const SCHOOL = '演示师范大学';
/** The institution of the demo library, with a paid book that it has licensed. */
const DEMO = { school: '墨池演示大学', book: 'Python 编程起步' };

let product: Product;
let browser: Browser;
let headers: Record<string, string>;

/** Calls an operation as a user with the role of finance. */
const post = async (url: string, body: object): Promise<void> => {
  const response = await fetch(product.url + url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect((await response.json()) as object, url).toMatchObject({ code: 'success' });
};

beforeAll(async () => {
  product = await startProduct();
  await product.command('user', 'create', '--tel', FINANCE, '--password', PASSWORD, '--role', 'finance');
  ({ headers } = await signIn(product, FINANCE));
  await post('/api/admin/institution/save', { name: SCHOOL, domain: 'yanshi.edu.cn', protocol: 'carsi' });
  const term = { startsAt: Date.now() - 1_000, endsAt: Date.now() + 86_400_000 };
  await post('/api/admin/license/create', { institution: SCHOOL, modes: ['carsi'], ...term });
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Signs in on the page of the local identity provider. */
const throughSchool = async (page: Page, account: string, school = SCHOOL): Promise<void> => {
  await page.getByRole('heading', { name: school }).waitFor();
  await page.getByLabel('学号或工号').fill(account);
  await page.getByRole('button', { name: '登录' }).click();
};

describe.each(['desktop', 'phone'] as const)('institution sign-in on a %s', (size) => {
  test('lets a student find the school, sign in there, and create an account without a phone number', async () => {
    const testPage = await visit(browser, size);
    const { page, picture } = testPage;
    await page.goto(`${product.url}/book/list?source=institution`);
    await page.getByRole('link', { name: '机构登录' }).click();
    await page.getByLabel('学校或单位').fill('yssf');
    await page.getByRole('button', { name: new RegExp(SCHOOL) }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('institution-panel');
    await page.getByRole('button', { name: new RegExp(SCHOOL) }).click();
    await page.getByRole('heading', { name: SCHOOL }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('institution-local');
    await throughSchool(page, `student-${size}`);
    await page.getByRole('heading', { name: '选择账号' }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('institution-newcomer');
    await page.getByRole('button', { name: '新建账号并进入' }).click();
    // The browser is back on the previous page, which now shows the institution's books.
    await page.getByRole('heading', { level: 1, name: '我校可读' }).waitFor();
    await picture('institution-list');
    expect((await callAs(product, page, listMyInstitutions, {})).items).toMatchObject([{ name: SCHOOL, active: ['carsi'] }]);
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });
});

test('a student reads what the demo school licensed; when an operator suspends the license, the paywall is shown and annotations stay', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page, picture } = testPage;
  await page.goto(`${product.url}/user/login?mode=institution&redirect=${encodeURIComponent('/book/list?source=institution')}`);
  await page.getByLabel('学校或单位').fill('mcys');
  await page.getByRole('button', { name: new RegExp(DEMO.school) }).click();
  await throughSchool(page, '2026001', DEMO.school);
  await page.getByRole('button', { name: '新建账号并进入' }).click();
  await page.getByRole('heading', { level: 1, name: '我校可读' }).waitFor();
  await page.getByRole('link', { name: DEMO.book }).first().click();
  await page.getByText(`由${DEMO.school}提供`).first().waitFor();
  await picture('institution-book');
  await page
    .getByRole('link', { name: /开始学习/ })
    .first()
    .click();
  await page.waitForURL(/\/course\/learning\//);
  await untilText(page);
  const bookId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  // Opens the table of contents and returns its dialog. The test then chooses a chapter beyond the trial in it.
  const openContents = async () => {
    await page.getByRole('button', { name: '目录', exact: true }).first().click();
    return page.getByRole('dialog', { name: '目录' });
  };
  await (await openContents())
    .getByRole('button', { name: /^第 5 章 函数/ })
    .first()
    .click();
  await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain('函数');
  const [passage = ''] = /[\u4e00-\u9fff]{6,12}/.exec((await visibleText(page)).split('\n').find((line) => line.length > 40) ?? '') ?? [];
  await selectText(page, passage);
  await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
  await page.getByRole('textbox', { name: '笔记内容' }).fill('学校买的书，我自己的笔记。');
  await page.getByRole('button', { name: '保存' }).click();
  await settle(page);
  await waitForPositionSent(page);

  const listed = await fetch(`${product.url}/api/admin/license/list?q=${encodeURIComponent(DEMO.school)}`, { headers });
  const { payload } = (await listed.json()) as { payload: { items: { id: string }[] } };
  await post('/api/admin/license/status', { licenseId: payload.items[0]?.id, status: 'suspended', reason: '合同到期' });
  await page.goto(`${product.url}/course/learning/${bookId}`);
  await page.getByRole('heading', { name: '这一部分现在不能读' }).waitFor();
  await picture('institution-wall');
  await page.getByRole('button', { name: '先看可以试读的部分' }).waitFor();
  await page.goto(`${product.url}/user/myBooks`);
  await page.getByText('通过机构读过，现在不在授权内').waitFor();
  await picture('institution-my-books');
  await page.goto(`${product.url}/user/myNotes`);
  await page.getByText('学校买的书，我自己的笔记。').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByLabel('导出', { exact: true }).selectOption('md')]);
  expect(await readFile(await download.path(), 'utf8')).toContain(passage);

  // After the license is activated again, the book opens at the same position.
  await post('/api/admin/license/status', { licenseId: payload.items[0]?.id, status: 'active' });
  await page.goto(`${product.url}/course/learning/${bookId}`);
  await expect.poll(() => visibleText(page), { timeout: 60_000 }).toContain(passage);
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('a signed-in user links the school from the page of a book, and returns to the book with the right', async () => {
  const tel = '13844441111';
  await createReader(product, tel, PASSWORD);
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await openSignedIn(product, page, tel, PASSWORD);
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const bookId = response.payload.items.find(({ title }) => title === DEMO.book)?.id ?? '';
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('link', { name: '机构登录' }).click();
  await page.getByText('绑定或登录机构之后，回到刚才的页面。').waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await testPage.picture('institution-for-a-book');
  await page.getByRole('button', { name: '绑定机构' }).click();
  await page.getByLabel('学校或单位').fill('mcys');
  await page.getByRole('button', { name: new RegExp(DEMO.school) }).click();
  await throughSchool(page, '2026077', DEMO.school);
  await page.waitForURL(new RegExp(`/course/info/${bookId}`));
  await page.getByText(`由${DEMO.school}提供`).first().waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('the admin pages of institutions, their settings and member lists are accessible on a desktop and on a phone', async () => {
  for (const size of ['desktop', 'phone'] as const) {
    const { page, picture, problems, context } = await visit(browser, size);
    await page.goto(product.url);
    await signInByPassword(product, page, FINANCE, PASSWORD);
    await page.goto(`${product.url}/admin/institutions`);
    await page.getByText(SCHOOL).first().waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('institutions');
    await press(page, page.getByRole('button', { name: `设置${SCHOOL}` }));
    await page.getByRole('dialog').getByLabel('域名', { exact: true }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('institution-settings');
    await page.keyboard.press('Escape');
    await press(page, page.getByRole('button', { name: `${SCHOOL}的名单` }));
    const list = page.getByRole('dialog');
    await list.getByText('名单还是空的').or(list.getByText(/^共 /)).first().waitFor();
    const csv = (text: string) => ({ name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await list.getByLabel('导入名单').setInputFiles(csv('学号,姓名\n1,\n'));
    await list.getByText('第 2 行：有学号的一行须有姓名').waitFor();
    // The second list changes the end of a member, because a list without a change has nothing to confirm.
    const until = size === 'desktop' ? '2030-06-29' : '2030-06-30';
    await list.getByLabel('导入名单').setInputFiles(csv(`学号,姓名,身份,有效期至\n2026001,颜回,学生,${until}\n2026002,端木赐,教师,\n`));
    await list.getByText('还没有保存').waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('institution-members-preview');
    await list.getByRole('button', { name: '确认导入' }).click();
    await list.getByText('共 2 人').waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('institution-members');
    await page.keyboard.press('Escape');
    await page.goto(`${product.url}/admin/licenses`);
    await press(page, page.getByRole('button', { name: '登记授权' }).first());
    await page.getByRole('dialog').getByLabel('机构名单').waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await picture('license-modes');
    expect(problems).toEqual([]);
    await context.close();
  }
});

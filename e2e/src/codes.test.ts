/** The lifecycle of a printed code: request and approval by two operators, scan, check, transfer to a second owner, and claim. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type TestPage, visit } from './browser.ts';
import { checkAppearance } from './check-appearance.ts';
import { createReader, openSignedIn } from './users.ts';

const PASSWORD = 'Shu-ma-2026-ceshi';
const EDITOR = '13866660001';
const FINANCE = '13866660002';
const TITLE = 'Python 编程起步';

let product: Product;
let browser: Browser;
let bookId: string;
let userCount = 0;

beforeAll(async () => {
  product = await startProduct({ environment: { TEST_CLOCK: '1' } });
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === TITLE)?.id ?? '';
  await createReader(product, EDITOR, PASSWORD, { role: 'editor' });
  await createReader(product, FINANCE, PASSWORD, { role: 'finance' });
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const later = (advanceMs: number) =>
  fetch(`${product.url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  });

const openTestPage = async (size: SizeName, tel: string): Promise<TestPage> => {
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, tel, PASSWORD);
  return testPage;
};
const aReader = async (size: SizeName): Promise<TestPage> => {
  userCount += 1;
  const tel = `1386666${String(1000 + userCount)}`;
  await createReader(product, tel, PASSWORD);
  return openTestPage(size, tel);
};
const aCode = async (): Promise<string> => {
  const minted = (await product.command('codes', 'mint', '--book', bookId, '--count', '1', '--rebind-limit', '1')) as { codes: string[] };
  return minted.codes[0] ?? '';
};
const clean = async (page: Page): Promise<void> => expect(await accessibilityProblemsOf(page)).toEqual([]);

test('an operator requests a batch, another approves it, and it is exported once', async () => {
  const editor = await openTestPage('desktop', EDITOR);
  await editor.page.goto(`${product.url}/admin/codes`);
  await editor.page.getByText('还没有批次').waitFor();
  await editor.picture('desk-empty');
  await editor.page.getByLabel('哪本书').fill('Python');
  await editor.page.getByRole('button', { name: '查找' }).click();
  await editor.page.getByRole('button', { name: new RegExp(TITLE) }).click();
  await editor.page.getByLabel('数量', { exact: true }).fill('25');
  await editor.page.getByLabel('每箱数量').fill('10');
  await editor.page.getByLabel('印次').fill('第 1 版第 2 次');
  await editor.page.getByRole('button', { name: '提交申请' }).click();
  await editor.page.getByText('待审批').waitFor();
  await clean(editor.page);
  await editor.picture('desk-requested');
  expect(editor.problems).toEqual([]);
  await editor.context.close();

  const finance = await openTestPage('desktop', FINANCE);
  const { page } = finance;
  await page.goto(`${product.url}/admin/codes`);
  await page.getByRole('button', { name: '通过', exact: true }).click();
  await page.getByText('待导出').waitFor();
  await page.getByRole('button', { name: '导出给印厂' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('每箱数量').fill('0');
  await dialog.getByText('每箱须为 1 至 10000 个').waitFor();
  await dialog.getByLabel('每箱数量').fill('12');
  await dialog.getByText('共 3 箱，末箱 1 个').waitFor();
  await finance.picture('desk-export');
  await clean(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '导出并保存' }).click()]);
  const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(rows).toHaveLength(26);
  expect(rows[25]).toMatch(/^25,3,[0-9A-Z-]{21},http.*\/q\/[0-9A-Z]{17},.*,25,25$/);
  await page.getByText('第 3 箱：25–25').waitFor();
  await clean(page);
  await finance.picture('desk-boxes');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await page.getByText('已导出', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: '导出给印厂' }).count()).toBe(0);

  await page.getByRole('button', { name: '作废', exact: true }).click();
  await dialog.getByLabel('箱号（选填）').fill('2');
  expect([await dialog.getByLabel('起始序号').inputValue(), await dialog.getByLabel('结束序号').inputValue()]).toEqual(['13', '24']);
  await dialog.getByLabel('作废的原因').fill('第 2 箱在运输中遗失');
  await finance.picture('desk-void');
  await dialog.getByRole('button', { name: '确认作废' }).click();
  await page.getByText('已作废 12 个激活码').waitFor();
  await page.getByRole('link', { name: `箱单：${TITLE}` }).click();
  await page.getByRole('row', { name: /^2 13 24 12 12$/ }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: '打印或存为 PDF' }).isVisible()).toBe(false);
  await finance.picture('desk-boxes-on-paper');
  await page.emulateMedia({ media: 'screen' });
  expect(await checkAppearance(finance, 'desk-box-sheet')).toEqual([]);
  expect(finance.problems).toEqual([]);
  await finance.context.close();
});

describe.each(['desktop', 'phone'] as const)('an activation code on a %s', (size) => {
  test('is checked, bound, listed among the user’s codes, and released after a day', async () => {
    const testPage = await aReader(size);
    const { page } = testPage;
    await page.goto(`${product.url}/user/myBooks`);
    await page.getByRole('link', { name: '用书码开通' }).click();
    const field = page.getByLabel('激活码', { exact: true });
    await field.fill('0000-0000-0000-0000-1');
    await page.getByRole('button', { name: '查验' }).click();
    await page.getByText('激活码输入有误').waitFor();
    await clean(page);
    await testPage.picture('redeem-mistyped');
    const code = await aCode();
    await field.fill(code.toLowerCase());
    await page.getByRole('button', { name: '查验' }).click();
    await page.getByText('正版', { exact: true }).waitFor();
    await clean(page);
    await testPage.picture('redeem-checked');
    await page.getByRole('button', { name: '激活', exact: true }).click();
    await page.getByRole('link', { name: '开始阅读' }).waitFor();
    await testPage.picture('redeem-done');
    await page.goto(`${product.url}/user/myBooks`);
    await page.getByText(`激活码尾号 ${code.slice(15, 19)}`).waitFor();
    await clean(page);
    await testPage.picture('my-books');
    await page.getByRole('button', { name: `转让激活码：《${TITLE}》` }).click();
    await page.getByText(/激活满 24 小时后可以转让/).waitFor();
    await testPage.picture('release-too-soon');
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
    await later(86_400_000);
    await page.reload();
    await page.getByRole('button', { name: `转让激活码：《${TITLE}》` }).click();
    await page.getByText(/还可转让 1 次/).waitFor();
    await clean(page);
    await testPage.picture('release-asked');
    await page.getByRole('button', { name: '确认转让' }).click();
    await page.getByRole('button', { name: `转让激活码：《${TITLE}》` }).waitFor({ state: 'detached' });
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();

    const next = await aReader(size);
    await next.page.goto(`${product.url}/q/${code.replaceAll('-', '')}`);
    await next.page.getByText('正版', { exact: true }).waitFor();
    expect(new URL(next.page.url()).pathname).toBe('/redeem');
    await next.page.getByRole('button', { name: '激活', exact: true }).click();
    await next.page.getByRole('link', { name: '开始阅读' }).waitFor();
    expect(next.problems).toEqual([]);
    await next.context.close();
  });

  test('that cannot be used is claimed with a photo', async () => {
    const testPage = await aReader(size);
    const { page } = testPage;
    await page.goto(`${product.url}/user/myBooks?claim=${bookId}`);
    await page.getByRole('dialog', { name: '激活码无法使用' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(path.join(import.meta.dirname, '../../apps/web/public/icons/icon-192.png'));
    await page.getByAltText('第 1 张照片').waitFor();
    await clean(page);
    await testPage.picture('claim');
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('处理中').waitFor();
    await testPage.picture('claim-sent');
    const editor = await openTestPage(size, EDITOR);
    await editor.page.goto(`${product.url}/admin/claims`);
    await editor.page.getByAltText('第 1 张照片').first().waitFor();
    await clean(editor.page);
    await editor.picture('claims-desk');
    await editor.page.getByRole('button', { name: '通过', exact: true }).first().click();
    await editor.page.getByRole('button', { name: '查找' }).waitFor();
    await clean(editor.page);
    await editor.picture('claim-decision');
    await editor.page.getByRole('button', { name: '确认通过' }).click();
    await editor.page.getByText('没有等待处理的申请').waitFor();
    // The page of the claimant is still open and must show the decision without a reload.
    await page.getByText('已通过').first().waitFor();
    await clean(page);
    await testPage.picture('claim-approved');
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
    expect(editor.problems).toEqual([]);
    await editor.context.close();
  });
});

test('an unknown short code opens the page with the report form', async () => {
  const testPage = await visit(browser, 'phone');
  await testPage.openMissing(`${product.url}/q/ZZZZ9999`);
  await testPage.page.getByRole('button', { name: '报告失效二维码' }).waitFor();
  expect(testPage.problems).toEqual([]);
  expect(new URL(testPage.page.url()).searchParams.get('from')).toBe('/q/ZZZZ9999');
  await testPage.context.close();
});

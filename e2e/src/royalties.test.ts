/** The royalties of the demo author: a new rate, the statement of the simulated sales, an objection, its reply, confirmation and payment. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type TestPage, visit } from './browser.ts';
import { DEMO_READER, openSignedIn } from './users.ts';

const AUTHOR = '13800000003';
const FINANCE = '13800000008';
const BOOK = 'Python 编程起步';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct({ environment: { MODE: 'demo' } });
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const openTestPage = async (size: SizeName, tel: string): Promise<TestPage> => {
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, tel, DEMO_READER.password);
  return testPage;
};
const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true }).click();
const clean = async (page: Page): Promise<void> => expect(await accessibilityProblemsOf(page)).toEqual([]);

test('a statement of the simulated sales is issued, disputed, answered, confirmed and paid', async () => {
  const finance = await openTestPage('desktop', FINANCE);
  const { page } = finance;
  await page.goto(`${product.url}/admin/royalty-books?q=${encodeURIComponent(BOOK)}`);
  await page.getByRole('link', { name: `设置《${BOOK}》的费率` }).click();
  await page.getByRole('row', { name: /8%/ }).waitFor();
  await press(page, '添加费率');
  const rate = page.getByRole('dialog');
  await rate.getByLabel('作者', { exact: true }).selectOption({ index: 1 });
  await rate.getByLabel('费率（%）').fill('10');
  await rate.getByLabel('开始日期').fill('2099-01-01');
  await rate.getByRole('button', { name: '保存' }).click();
  await rate.getByText('这位作者在这段时间里已有费率，请先改它的结束日期').or(page.getByText('已有费率')).first().waitFor();
  await rate.getByRole('button', { name: '取消' }).click();
  await clean(page);
  await finance.picture('royalty-rates');

  await page.goto(`${product.url}/admin/royalties`);
  await page.getByRole('link', { name: BOOK }).click();
  await page.getByText('草稿', { exact: true }).waitFor();
  await page
    .getByRole('link', { name: /查看订单/ })
    .first()
    .waitFor();
  await finance.picture('royalty-draft');
  await press(page, '出具');
  await page.getByRole('dialog').getByRole('button', { name: '出具' }).click();
  await page.getByText('待确认', { exact: true }).waitFor();
  const address = new URL(page.url()).pathname;

  const author = await openTestPage('phone', AUTHOR);
  await author.page.goto(`${product.url}/user/royalties`);
  await author.page.getByText('应付版税').waitFor();
  await author.picture('royalties-of-author');
  await author.page.goto(product.url + address.replace('/admin/', '/user/'));
  await press(author.page, '对第 1 行提出异议');
  const objection = author.page.getByRole('dialog');
  await objection.getByLabel('哪里不对？').fill('这一单是团购，单价不对。');
  await objection.getByRole('button', { name: '发送' }).click();
  await author.page.getByText('有异议', { exact: true }).waitFor();
  await clean(author.page);
  await author.picture('royalty-disputed');

  await page.reload();
  await page.getByText('这一单是团购，单价不对。').waitFor();
  await press(page, '答复');
  const reply = page.getByRole('dialog');
  await reply.getByLabel('答复内容').fill('已核对，补给您 2 元。');
  await reply.getByLabel('更正金额（元，可不填）').fill('2');
  await reply.getByRole('button', { name: '发送' }).click();
  await page.getByText('已核对，补给您 2 元。').waitFor();

  await author.page.reload();
  await author.page.getByText('已核对，补给您 2 元。').waitFor();
  await press(author.page, '确认无误');
  await author.page.getByRole('dialog').getByRole('button', { name: '确认无误' }).click();
  await author.page.getByText('已确认', { exact: true }).waitFor();

  await page.reload();
  await press(page, '登记付款');
  const payment = page.getByRole('dialog');
  await payment.getByLabel('付款日期').fill('2026-12-10');
  await payment.getByLabel('付款凭证号').fill('转账 20261210-1');
  await payment.getByRole('button', { name: '登记付款' }).click();
  await page.getByText('已付款', { exact: true }).waitFor();
  await clean(page);
  await author.page.reload();
  await author.page.getByText('转账 20261210-1').waitFor();
  await author.picture('royalty-paid');
  expect([...finance.problems, ...author.problems]).toEqual([]);
  await finance.context.close();
  await author.context.close();
});

/** Signing in through an institution in a real browser, by the page that plays one; and the desk's institutions with their lists. What the right opens and when it ends: `institutions.test.ts`. */
import { listMyInstitutions } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, visit } from './browser.ts';
import { press } from './keyboard.ts';
import { callAs, signInByPassword } from './people.ts';

const PASSWORD = 'Jigou-denglu-2026';
const FINANCE = '13844440000';
const SCHOOL = '演示师范大学';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  await product.command('user', 'create', '--tel', FINANCE, '--password', PASSWORD, '--role', 'finance');
  const { headers } = await signIn(product, FINANCE);
  const post = async (url: string, body: object): Promise<void> => {
    const answer = await fetch(product.url + url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await answer.json()) as object, url).toMatchObject({ code: 'success' });
  };
  await post('/api/admin/institution/save', { name: SCHOOL, domain: 'yanshi.edu.cn', protocol: 'carsi' });
  const term = { startsAt: Date.now() - 1_000, endsAt: Date.now() + 86_400_000 };
  await post('/api/admin/licence/create', { institution: SCHOOL, modes: ['carsi'], ...term });
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Signs in on the page that plays the institution. */
const throughSchool = async (page: Page, account: string): Promise<void> => {
  await page.getByRole('heading', { name: SCHOOL }).waitFor();
  await page.getByLabel('学号或工号').fill(account);
  await page.getByRole('button', { name: '登录' }).click();
};

describe.each(Object.keys(sizes) as SizeName[])('on a %s', (size) => {
  test('a student finds the school, signs in there and enters without a number', async () => {
    const visitor = await visit(browser, size);
    const { page, picture } = visitor;
    await page.goto(`${product.url}/book/list?source=institution`);
    await page.getByRole('link', { name: '机构登录' }).click();
    await page.getByLabel('学校或单位').fill('yssf');
    await page.getByRole('button', { name: new RegExp(SCHOOL) }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture('institution-panel');
    await page.getByRole('button', { name: new RegExp(SCHOOL) }).click();
    await page.getByRole('heading', { name: SCHOOL }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture('institution-local');
    await throughSchool(page, `student-${size}`);
    await page.getByRole('heading', { name: '选择账号' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture('institution-newcomer');
    await page.getByRole('button', { name: '新建账号并进入' }).click();
    // Back where they were, with what the school bought.
    await page.getByRole('heading', { level: 1, name: '我校可读' }).waitFor();
    await picture('institution-list');
    expect((await callAs(product, page, listMyInstitutions, {})).items).toMatchObject([{ name: SCHOOL, active: ['carsi'] }]);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});

test('the desk: institutions, their settings and their lists, in three sizes', async () => {
  for (const size of Object.keys(sizes) as SizeName[]) {
    const { page, picture, faults, context } = await visit(browser, size);
    await page.goto(product.url);
    await signInByPassword(product, page, FINANCE, PASSWORD);
    await page.goto(`${product.url}/admin/institutions`);
    await page.getByText(SCHOOL).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture('institutions');
    await press(page, page.getByRole('button', { name: `设置${SCHOOL}` }));
    await page.getByRole('dialog').getByLabel('域名').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture('institution-settings');
    await page.keyboard.press('Escape');
    await press(page, page.getByRole('button', { name: `${SCHOOL}的名单` }));
    const list = page.getByRole('dialog');
    await list.getByText('名单还是空的').or(list.getByText(/^共 /)).first().waitFor();
    const csv = (text: string) => ({ name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await list.getByLabel('导入名单').setInputFiles(csv('学号,姓名\n1,\n'));
    await list.getByText('第 2 行：有学号的一行须有姓名').waitFor();
    await list.getByLabel('导入名单').setInputFiles(csv('学号,姓名,身份,有效期至\n2026001,颜回,学生,2030-06-30\n2026002,端木赐,教师,\n'));
    await list.getByText('共 2 人').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture('institution-members');
    await page.keyboard.press('Escape');
    await page.goto(`${product.url}/admin/licences`);
    await press(page, page.getByRole('button', { name: '登记授权' }).first());
    await page.getByRole('dialog').getByLabel('机构名单').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await picture('licence-modes');
    expect(faults).toEqual([]);
    await context.close();
  }
});

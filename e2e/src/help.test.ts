/**
 * The help pages, the client downloads and `/404`: what an operator publishes, and questions with their replies. Each page with data:
 * `reader-pages`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { checkAppearance } from './check-appearance.ts';
import { createReader, followCaptchas, openSignedIn, readCaptcha } from './users.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

const TICKET_AUTHOR = { tel: '13922224441', password: 'Wo-you-wenti-2026' };

let product: Product;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-help-'));
  product = await startProduct({
    environment: {
      OPERATOR_NAME: '青禾教育出版社',
      OPERATOR_PHONE: '010-5555 0100',
      OPERATOR_HOURS: '工作日 9:00–17:00',
      OPERATOR_EMAIL: 'help@example.com',
      OPERATOR_EMAIL_CODE: 'code@example.com',
      OPERATOR_LICENSES: '京ICP备00000000号；（署）网出证（京）字第000号',
    },
  });
  await createReader(product, TICKET_AUTHOR.tel, TICKET_AUTHOR.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const publishBuilds = async (): Promise<void> => {
  const [key, file, notes] = ['key.pem', 'setup.bin', 'notes.html'].map((name) => path.join(folder, name)) as [string, string, string];
  await product.command('release', 'key', 'create', '--out', key);
  await writeFile(file, Buffer.alloc(3_400_000, 7));
  await writeFile(notes, '<h3>本次更新</h3><ul><li>离线打开更快</li><li>修复打印时的空白页</li></ul>');
  for (const [version, platform, arch] of [
    ['1.3.0', 'win', 'x64'],
    ['1.4.0', 'win', 'x64'],
    ['1.4.0', 'mac', 'arm64'],
    ['1.4.0', 'linux', 'x64'],
    ['1.4.0', 'android', 'arm64'],
    ['1.4.0', 'harmony', 'arm64'],
  ] as const) {
    const out = path.join(folder, `${version}-${platform}`);
    const build = `--version ${version} --platform ${platform} --arch ${arch} --file ${file} --notes ${notes} --key ${key} --out ${out}`;
    await product.command('release', 'sign', ...build.split(' '));
    await product.command('release', 'publish', '--from', out);
  }
};

const PAGES = [
  ['search', '/helper/student-manual?q=%E5%AF%BC%E5%87%BA'],
  ['search-empty', '/helper/contact?q=%E9%87%8F%E5%AD%90'],
  ['contact', '/helper/contact'],
  ['dead-code', '/404?from=%2Fq%2FABC234'],
] as const;

test('every page is accessible for an anonymous user when the operator is configured', async () => {
  const testPage = await visit(browser, 'desktop');
  const problems: string[] = [];
  for (const [name, address] of PAGES) {
    if (address.startsWith('/404')) await testPage.openMissing(product.url + address);
    else await testPage.page.goto(product.url + address);
    problems.push(...(await checkAppearance(testPage, name)));
  }
  expect([...problems, ...testPage.problems]).toEqual([]);
  expect(testPage.foreignRequests).toEqual([]);
  await testPage.context.close();
});

test('the contents of a manual are folded on a phone, and the navigation shows them in a wide window', async () => {
  const testPage = await visit(browser, 'phone');
  const { page } = testPage;
  await page.goto(`${product.url}/helper/student-manual`);
  const contents = page.getByRole('main').getByRole('navigation', { name: '本手册的内容' });
  const link = contents.getByRole('link', { name: '看书', exact: true });
  await contents.getByText(/^目录（\d+ 篇）$/).waitFor();
  expect(await link.isVisible()).toBe(false);
  const heading = page.getByRole('heading', { name: '看书', exact: true });
  const isInView = () =>
    heading.evaluate((element) => element.getBoundingClientRect().top >= 0 && element.getBoundingClientRect().top < innerHeight);
  expect(await isInView()).toBe(false);
  await testPage.picture('contents-folded');
  await contents.getByText(/^目录（\d+ 篇）$/).click();
  await link.click();
  await expect.poll(isInView).toBe(true);
  await page.setViewportSize({ width: 1_440, height: 900 });
  await contents.waitFor({ state: 'hidden' });
  expect(await page.getByRole('list', { name: '本手册的内容' }).getByRole('link', { name: '看书', exact: true }).isVisible()).toBe(true);
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('a failed part does not affect the rest of the page, and recovers', async () => {
  const testPage = await visit(browser, 'phone');
  const { page } = testPage;
  const calls = /\/api\/(?:help\/contact|status\/board|app\/versions)/;
  await page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
  await page.goto(`${product.url}/mobile`);
  const retry = page.getByRole('main').getByRole('button', { name: '重试' });
  await retry.first().waitFor();
  await page.unroute(calls);
  await retry.click();
  await page.getByText('运营本站的机构目前没有发布手机安装包').waitFor();
  await expect.poll(() => retry.count()).toBe(0);
  await testPage.context.close();
});

describe('a ticket', () => {
  test('is created on a phone, answered, and shown with its reply', async () => {
    const testPage = await visit(browser, 'phone');
    const { page } = testPage;
    await openSignedIn(product, page, TICKET_AUTHOR.tel, TICKET_AUTHOR.password);
    await page.goto(`${product.url}/helper/contact#ask`);
    await page.getByLabel('主题').selectOption('code');
    await page.getByLabel('问题', { exact: true }).fill('激活码刮坏了，只看得清前八位。');
    await page.getByText('会发送哪些内容').click();
    await testPage.picture('ask-diagnostics');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await page.reload();
    // The test polls, because the draft is read from storage shortly after the page is shown.
    await expect.poll(() => page.getByLabel('问题', { exact: true }).inputValue()).toBe('激活码刮坏了，只看得清前八位。');
    await page.getByRole('button', { name: '提交' }).click();
    const mine = page.getByRole('region', { name: '我的问题' });
    await mine.getByText('激活码刮坏了，只看得清前八位。').waitFor();

    const operator = await visit(browser, 'desktop');
    await openSignedIn(product, operator.page, '13800000006', 'Shufang-2026');
    const answered = await operator.page.evaluate(async () => {
      const token = (JSON.parse(localStorage.getItem('dpAuth') ?? '{}') as { value?: { token?: string } }).value?.token ?? '';
      const headers = { authorization: `dp-token ${token}`, 'x-device-code': 'web', 'content-type': 'application/json' };
      const list = (await (await fetch('/api/admin/ticket/list?state=open', { headers })).json()) as {
        payload: { items: { id: string }[] };
      };
      const body = JSON.stringify({ ticketId: list.payload.items[0]?.id, body: '请把书码页拍下来发到 code@example.com，我们为您补发。' });
      return ((await (await fetch('/api/admin/ticket/answer', { method: 'POST', headers, body })).json()) as { code: string }).code;
    });
    expect(answered).toBe('success');
    await operator.context.close();

    await page.getByText('您提交的问题有新的进展').waitFor();
    await mine.getByText(/我们为您补发/).waitFor();
    await mine.getByText('已答复').waitFor();
    await mine.scrollIntoViewIfNeeded();
    await testPage.picture('answered');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('is created without an account, with a captcha', async () => {
    const testPage = await visit(browser, 'tablet');
    const { page } = testPage;
    const captchas = followCaptchas(page);
    await page.goto(`${product.url}/helper/contact#ask`);
    const form = page.getByRole('region', { name: '提交问题' });
    await form.getByLabel('问题', { exact: true }).fill('怎样给全班开通这本书？');
    await form.getByLabel('怎样联系您').fill('teacher@example.com');
    await form.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, form, captchas.keyOf));
    await testPage.picture('ask-stranger');
    await form.getByRole('button', { name: '提交' }).click();
    await form.getByText('我们会按您留下的联系方式答复。').waitFor();
    captchas.stop();
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });
});

describe('the download page', () => {
  beforeAll(publishBuilds, 240_000);
  test.each(['desktop', 'phone'] as const)('offers the builds published by the operator on a %s', async (size) => {
    const testPage = await visit(browser, size);
    const problems: string[] = [];
    for (const address of ['/pc', '/mobile', '/helper/appUpdater']) {
      await testPage.page.goto(product.url + address);
      await waitUntilSettled(testPage.page);
      await testPage.picture(`published${address.replaceAll('/', '-')}`);
      problems.push(...(await accessibilityProblemsOf(testPage.page)));
    }
    expect(problems).toEqual([]);
    await testPage.page.goto(`${product.url}/${size === 'phone' ? 'mobile' : 'pc'}`);
    const [download] = await Promise.all([
      testPage.page.waitForEvent('download'),
      testPage.page.getByRole('link', { name: /^下载 (?:安卓|Linux x86-64 )版$/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^shufang-1\.4\.0-/);
    await testPage.context.close();
  });
});

describe('a printed page', () => {
  test('contains the whole manual without the app shell', async () => {
    const { page, context, picture } = await visit(browser, 'desktop');
    await page.goto(`${product.url}/helper/student-manual`);
    await page.getByRole('heading', { name: '学生手册' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const gone of [
      page.getByRole('banner'),
      page.getByRole('navigation', { name: '主导航' }),
      page.getByRole('button', { name: '有用' }).first(),
    ])
      expect(await gone.isVisible()).toBe(false);
    expect(await page.getByText(/^来自 http/).isVisible()).toBe(true);
    await picture('printed');
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g) ?? [];
    expect(pages.length).toBeGreaterThan(3);
    await context.close();
  });
});

/** The help pages, the pages of the clients and `/404`: what an operator publishes there, what is asked and answered. In their other states: `page-states`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, visit } from './browser.ts';
import { look } from './look.ts';
import { arriveAs, followCaptchas, makeReader, readCaptcha } from './people.ts';
import { settle } from './settle.ts';

const ASKER = { tel: '13922224441', password: 'Wo-you-wenti-2026' };

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
      OPERATOR_LICENCES: '京ICP备00000000号；（署）网出证（京）字第000号',
    },
  });
  await makeReader(product, ASKER.tel, ASKER.password);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const publishBuilds = async (): Promise<void> => {
  const [key, file, notes] = ['key.pem', 'setup.bin', 'notes.html'].map((name) => path.join(folder, name)) as [string, string, string];
  await product.command('release', 'keygen', '--out', key);
  await writeFile(file, Buffer.alloc(3_400_000, 7));
  await writeFile(notes, '<h3>本次更新</h3><ul><li>离线打开更快</li><li>修复打印时的空白页</li></ul>');
  for (const [version, platform, arch] of [
    ['1.3.0', 'win', 'x64'],
    ['1.4.0', 'win', 'x64'],
    ['1.4.0', 'mac', 'arm64'],
    ['1.4.0', 'linux', 'x64'],
    ['1.4.0', 'android', 'arm64'],
    ['1.4.0', 'harmony', 'arm64'],
  ] as const)
    await product.command(
      'release',
      'publish',
      ...`--version ${version} --platform ${platform} --arch ${arch} --file ${file} --notes ${notes} --key ${key}`.split(' '),
    );
};

const PAGES = [
  ['search', '/helper/student-manual?q=%E5%AF%BC%E5%87%BA'],
  ['search-empty', '/helper/contact?q=%E9%87%8F%E5%AD%90'],
  ['contact', '/helper/contact'],
  ['dead-code', '/404?from=%2Fq%2FABC234'],
] as const;

test('every page is sound for a visitor, where the operator says who they are', async () => {
  const visitor = await visit(browser, 'desktop');
  const faults: string[] = [];
  for (const [name, address] of PAGES) {
    await visitor.page.goto(product.url + address);
    faults.push(...(await look(visitor, name)));
  }
  expect([...faults, ...visitor.faults]).toEqual([]);
  expect(visitor.foreignRequests).toEqual([]);
  await visitor.context.close();
});

test('a part that failed leaves the rest, and comes back', async () => {
  const visitor = await visit(browser, 'phone');
  const { page } = visitor;
  const calls = /\/api\/(?:help\/contact|status\/board|app\/versions)/;
  await page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
  await page.goto(`${product.url}/mobile`);
  const retry = page.getByRole('main').getByRole('button', { name: '重试' });
  await retry.first().waitFor();
  await page.unroute(calls);
  await retry.click();
  await page.getByText('运营本站的机构目前没有发布手机安装包').waitFor();
  await expect.poll(() => retry.count()).toBe(0);
  await visitor.context.close();
});

describe('a question', () => {
  test('is asked on the phone, answered, and seen with its answer', async () => {
    const visitor = await visit(browser, 'phone');
    const { page } = visitor;
    await arriveAs(product, page, ASKER.tel, ASKER.password);
    await page.goto(`${product.url}/helper/contact#ask`);
    await page.getByLabel('主题').selectOption('code');
    await page.getByLabel('问题', { exact: true }).fill('激活码刮坏了，只看得清前八位。');
    await page.getByText('会发送哪些内容').click();
    await visitor.picture('ask-diagnostics');
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    // What was typed is read from the disk a moment after the page stands.
    await expect.poll(() => page.getByLabel('问题', { exact: true }).inputValue()).toBe('激活码刮坏了，只看得清前八位。');
    await page.getByRole('button', { name: '提交' }).click();
    const mine = page.getByRole('region', { name: '我的问题' });
    await mine.getByText('激活码刮坏了，只看得清前八位。').waitFor();

    const operator = await visit(browser, 'desktop');
    await arriveAs(product, operator.page, '13800000006', 'Shufang-2026');
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
    await visitor.picture('answered');
    expect(await faultsOf(page)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });

  test('is asked without an account, with a captcha', async () => {
    const visitor = await visit(browser, 'tablet');
    const { page } = visitor;
    const captchas = followCaptchas(page);
    await page.goto(`${product.url}/helper/contact#ask`);
    const form = page.getByRole('region', { name: '提交问题' });
    await form.getByLabel('问题', { exact: true }).fill('怎样给全班开通这本书？');
    await form.getByLabel('怎样联系您').fill('teacher@example.com');
    await form.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, form, captchas.keyOf));
    await visitor.picture('ask-stranger');
    await form.getByRole('button', { name: '提交' }).click();
    await form.getByText('我们会按您留下的联系方式答复。').waitFor();
    captchas.stop();
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});

describe('the clients', () => {
  test.each(Object.keys(sizes) as SizeName[])('what the operator published is offered on a %s', async (size) => {
    if (size === 'desktop') await publishBuilds();
    const visitor = await visit(browser, size);
    const faults: string[] = [];
    for (const address of ['/pc', '/mobile', '/helper/appUpdater']) {
      await visitor.page.goto(product.url + address);
      await settle(visitor.page);
      await visitor.picture(`published${address.replaceAll('/', '-')}`);
      faults.push(...(await faultsOf(visitor.page)));
    }
    expect(faults).toEqual([]);
    await visitor.page.goto(`${product.url}/${size === 'phone' ? 'mobile' : 'pc'}`);
    const [download] = await Promise.all([
      visitor.page.waitForEvent('download'),
      visitor.page.getByRole('link', { name: /^下载 (?:安卓|Linux x86-64) 版$/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^shufang-1\.4\.0-/);
    await visitor.context.close();
  });
});

describe('on paper', () => {
  test('a manual is printed whole, without the frame', async () => {
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

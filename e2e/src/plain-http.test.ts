/**
 * The product in a local network without https, opened from another machine by a private IP address and by a name. Chromium does not treat
 * these origins as secure, so the pages have no WebCrypto; sign-up, sign-in, files and books work nevertheless.
 */
import { execFileSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { findFreePort, type Product, readOutbox, startProduct } from '@shufang/dev-env';
import { LAUNCH } from '@shufang/dev-env/chromium';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { visit } from './browser.ts';
import { openBook, visibleText } from './reading.ts';
import { DEMO_ADMIN, followCaptchas, readCaptcha, signInByPassword, untilFound } from './users.ts';

const PASSWORD = 'Neiwang-yuedu-2026';
const NAME = 'shufang.lan';
/** A private IP address that the test adds to the loopback interface when the machine has none. */
const SPARE = '10.213.77.1';

const hasSpare = (): boolean => Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === SPARE));

/** Returns a private IP address of this machine. Loopback addresses are unsuitable, because browsers trust them without https. */
const findPrivateAddress = (): string => {
  for (const { address, internal } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    if (!internal && /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address)) return address;
  execFileSync('ip', ['address', 'add', `${SPARE}/32`, 'dev', 'lo']);
  return SPARE;
};

let product: Product;
let browser: Browser;
let isSpareOurs = false;
/** Origins of the product by IP address and by name. */
const origins = { address: '', name: '' };
let bookId: string;

beforeAll(async () => {
  isSpareOurs = !hasSpare();
  const address = findPrivateAddress();
  isSpareOurs &&= hasSpare();
  const port = await findFreePort();
  origins.address = `http://${address}:${port}`;
  origins.name = `http://${NAME}:${port}`;
  product = await startProduct({ port, environment: { HOST: address, PUBLIC_URL: origins.name } });
  browser = await chromium.launch({
    ...LAUNCH,
    args: [...LAUNCH.args, `--host-resolver-rules=MAP ${NAME} ${address}, MAP *.${NAME} ${address}`],
  });
  const response = (await (await fetch(`${origins.address}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === '古文小读')?.id ?? '';
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (isSpareOurs) execFileSync('ip', ['address', 'del', `${SPARE}/32`, 'dev', 'lo']);
});

const openDialog = async (page: Page): Promise<Locator> => {
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByAltText('图形验证码图片').waitFor();
  return dialog;
};

const signUpByHand = async (page: Page, tel: string): Promise<void> => {
  const captchas = followCaptchas(page);
  const dialog = await openDialog(page);
  await dialog.getByRole('link', { name: '注册新用户' }).click();
  await dialog.getByLabel('手机号', { exact: true }).fill(tel);
  await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, captchas.keyOf));
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  const code = await untilFound(
    'the SMS code',
    async () => (await readOutbox(product.dataDir, 'sms')).findLast((entry) => entry['tel'] === tel)?.['code'] as string | undefined,
  );
  await dialog.getByLabel('短信验证码').fill(code);
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('确认密码', { exact: true }).fill(PASSWORD);
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: '注册', exact: true }).click()]);
  captchas.stop();
};

describe.each([
  ['address', '13955550001', /:\d+$/],
  ['name', '13955550002', /\.shufang\.lan:\d+$/],
] as const)('the product by %s, without https', (kind, tel, contentOrigin) => {
  test('supports sign-up, sign-in by password, the user’s files, and reading', async () => {
    const { page, context, problems, picture } = await visit(browser, 'desktop');
    const origin = origins[kind];
    await page.goto(origin);
    expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined']);

    await signUpByHand(page, tel);
    await page.getByRole('link', { name: '个人中心' }).waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.goto(origin);
    await signInByPassword(product, page, tel, PASSWORD);
    await page.getByRole('link', { name: '个人中心' }).waitFor();

    await page.goto(`${origin}/user`);
    await page.getByRole('button', { name: '开始导出' }).click();
    await page.getByText(/^已打包/).waitFor({ timeout: 60_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载' }).click()]);
    expect(new URL(download.url()).origin).toMatch(contentOrigin);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');

    await openBook(page, origin, bookId);
    expect(await visibleText(page)).not.toBe('');
    const engine = page.frames().find((frame) => frame.url().includes('/~engine/'));
    const content = new URL(engine?.url() ?? '').origin;
    expect(content).toMatch(contentOrigin);
    expect(content).not.toBe(origin);
    await picture(`book-by-${kind}`);
    // One message is expected: without https, Chromium reports on each page that it ignores the header Cross-Origin-Opener-Policy.
    expect(problems.filter((problem) => !problem.startsWith('The Cross-Origin-Opener-Policy header has been ignored'))).toEqual([]);
    await context.close();
  });
});

test('the start, `doctor` and the admin area warn the operator that only RSA protects passwords', async () => {
  expect(product.output()).toContain('密码在发送前用 RSA 加密，这是唯一的保护');
  expect(product.output()).toContain(origins.address);
  const { page, context, picture } = await visit(browser, 'desktop');
  await page.goto(origins.name);
  await signInByPassword(product, page, DEMO_ADMIN.tel, DEMO_ADMIN.password);
  await page.goto(`${origins.name}/admin`);
  await page.getByRole('note').getByText('密码在发送前用 RSA 加密，这是唯一的保护').waitFor();
  await picture('admin-note');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await context.close();
});

describe('an unregistered host name', () => {
  test('shows a page in Chinese that names the setting, and no content of the product', async () => {
    const other = await chromium.launch({
      ...LAUNCH,
      args: [...LAUNCH.args, `--host-resolver-rules=MAP elsewhere.example ${new URL(origins.address).hostname}`],
    });
    const testPage = await visit(other, 'phone');
    await testPage.page.goto(origins.name.replace(NAME, 'elsewhere.example'));
    await testPage.page.getByRole('heading', { name: '这个网址没有登记' }).waitFor();
    expect(await testPage.page.getByText(/PUBLIC_URL=/).textContent()).toContain('http://elsewhere.example');
    expect(await testPage.page.getByRole('link').getAttribute('href')).toBe(origins.name);
    await testPage.picture('unknown-host');
    expect(await accessibilityProblemsOf(testPage.page)).toEqual([]);
    await other.close();
  });
});

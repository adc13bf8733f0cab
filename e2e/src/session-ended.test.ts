/**
 * Tests one user on three devices: a newer sign-in in a browser ends the older browser session at once, with one alert and no loss; the
 * desktop client stays signed in.
 */
import { getUserInfo, LIMITS, SYNC_STREAM_PATH } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { countHighlights, firstVisibleBlock, openBook, selectText, untilAtRest, untilText } from './reading.ts';
import { followCaptchas, openSignedIn, pressSignIn, readCaptcha, signInByPassword, tokenOf } from './users.ts';

const TEL = '13934440001';
const PASSWORD = 'Tong-lei-shebei-2026';
const CHAPTER = '?href=OEBPS%2Ftext%2Fc0000.xhtml';
const TYPED = '被另一台设备登录时正写到这里';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct({ environment: { TEST_CLOCK: '1' } });
  const [job] = (await product.command('import', corpusFile('epub-books/zh-lunyu.epub'), '--publish')) as { bookId: string }[];
  bookId = job?.bookId ?? '';
  await product.command('user', 'create', '--tel', TEL, '--password', PASSWORD);
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const field = (page: Page) => page.getByRole('textbox', { name: '笔记内容' });
const alerts = (page: Page) => page.getByRole('alertdialog');

/** Signs in by the dialog that is already open. */
const signInHere = async (page: Page, keyOf: (image: string) => string | undefined): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: '登录' });
  await dialog.getByRole('link', { name: '使用密码登录' }).click();
  await dialog.getByLabel('手机号', { exact: true }).fill(TEL);
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, keyOf));
  await Promise.all([page.waitForEvent('load'), pressSignIn(page, dialog)]);
};

/** Records when the first alert appeared, by the page's clock (`Date.now`). */
const noteFirstAlert = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = window as unknown as { alertAt?: number };
    new MutationObserver(() => {
      if (document.querySelector('[role="alertdialog"]') !== null) seen.alertAt ??= Date.now();
    }).observe(document.body, { childList: true, subtree: true });
  });

describe('a sign-in on a second device of the same type', () => {
  test('notifies the first device once and immediately; input and the session of the desktop client stay, and signing in again restores everything', async () => {
    const desktop = await signIn(product, TEL, 'pc');
    const codeOnDesktop = async (): Promise<string> => {
      const response = await fetch(product.url + getUserInfo.path, { headers: desktop.headers });
      return ((await response.json()) as { code: string }).code;
    };
    const first = await visit(browser, 'desktop');
    const { page } = first;
    await page.goto(product.url);
    await signInByPassword(product, page, TEL, PASSWORD);
    await openBook(page, product.url, bookId, CHAPTER);
    await page.getByText('已同步', { exact: true }).first().waitFor();

    await selectText(page, '不亦说乎');
    await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
    await field(page).waitFor();
    await field(page).fill(TYPED);
    await page.getByText('草稿已存本机').waitFor();
    const position = { path: new URL(page.url()).pathname, block: await firstVisibleBlock(page) };
    const oldToken = await tokenOf(page);
    await noteFirstAlert(page);
    // From here to the alert, no call of this page reaches the server: only its event stream can report the end of the session.
    const release = Promise.withResolvers<undefined>();
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && pathname !== SYNC_STREAM_PATH,
      async (route) => {
        await release.promise;
        await route.continue();
      },
    );

    const second = await visit(browser, 'desktop');
    // This page has no event stream: it detects the end of its session by its next calls, of which it makes many at once.
    await second.page.route('**/api/sync/stream', (route) => route.abort());
    await second.page.goto(product.url);
    const signedInAt = second.page.waitForResponse((response) => response.url().includes('replaceDevice')).then(() => Date.now());
    await signInByPassword(product, second.page, TEL, PASSWORD);

    const alert = page.getByRole('alertdialog', { name: '错误' });
    await alert.getByText('检测到账号在同类型设备登录，请重新登录').waitFor();
    release.resolve(undefined);
    const alertAt = await page.evaluate(() => (window as unknown as { alertAt?: number }).alertAt ?? Number.NaN);
    console.info(`kicked out: the alert stood ${alertAt - (await signedInAt)} ms after the answer to the newer sign-in`);

    // Further calls of the old session are refused in the same way and show no second alert.
    const codes = await page.evaluate(
      async ({ path, token }) => {
        const headers = { authorization: `dp-token ${token}`, 'x-device-code': 'web' };
        const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(path, { headers })));
        dispatchEvent(new Event('online'));
        return Promise.all(responses.map(async (response) => ((await response.json()) as { code: string }).code));
      },
      { path: getUserInfo.path, token: oldToken },
    );
    expect(codes).toEqual(codes.map(() => 'userBeenKickedOut'));
    expect(await alerts(page).count()).toBe(1);
    await first.picture('kicked-out-while-typing');
    expect(await field(page).inputValue()).toBe(TYPED);
    await untilAtRest(page);
    expect(await firstVisibleBlock(page)).toBe(position.block);
    expect(await codeOnDesktop()).toBe('success');

    const captchas = followCaptchas(page);
    await alert.getByRole('button', { name: '重新登录' }).click();
    await page.getByRole('dialog', { name: '登录' }).waitFor();
    expect(await alerts(page).count()).toBe(0);
    expect(await field(page).inputValue()).toBe(TYPED);
    await signInHere(page, captchas.keyOf);
    captchas.stop();

    await page.getByRole('region', { name: '阅读区' }).waitFor();
    await untilText(page);
    expect(new URL(page.url()).pathname).toBe(position.path);
    expect(await firstVisibleBlock(page)).toBe(position.block);
    await expect.poll(() => countHighlights(page), { timeout: 60_000 }).toBe(1);
    // The note of the interrupted edit must be open again without a click.
    await field(page).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe(TYPED);
    await first.picture('signed-in-again');

    // Now the other browser has the older session, and shows the alert on a page that is not a book.
    await second.page.goto(`${product.url}/user`);
    await second.page.getByRole('alertdialog', { name: '错误' }).waitFor({ timeout: 60_000 });
    await second.page.waitForLoadState('networkidle');
    expect(await alerts(second.page).count()).toBe(1);
    expect(await codeOnDesktop()).toBe('success');
    await second.context.close();
    await first.context.close();
  });
});

describe('a session that expired on the server', () => {
  test('is detected when a book is opened: one dialog appears, and the book opens after signing in', async () => {
    const { page, context, waitForRequests } = await visit(browser, 'desktop');
    await openSignedIn(product, page, TEL, PASSWORD);
    await page.goto(`${product.url}/course/info/${bookId}`);
    await page.getByRole('link', { name: '个人中心' }).waitFor();
    const open = page.getByRole('link', { name: /^(开始|继续)学习/ }).first();
    await open.waitFor();
    // A late call of the page would open the dialog before the click.
    await waitForRequests();
    const expired = await tokenOf(page);
    // Delays synchronization, so that the dialog is opened by the request for the book and not by synchronization.
    const release = Promise.withResolvers<undefined>();
    await page.route('**/api/sync/**', async (route) => {
      await release.promise;
      await route.continue();
    });
    const moved = await fetch(`${product.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: LIMITS.sessionLifetimeMs + 60_000 }),
    });
    expect(moved.ok).toBe(true);

    const captchas = followCaptchas(page);
    await open.click();
    await page.getByRole('dialog', { name: '登录' }).waitFor();
    release.resolve(undefined);
    await page.waitForURL(`**/course/learning/${bookId}`);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await alerts(page).count()).toBe(0);
    await signInHere(page, captchas.keyOf);
    captchas.stop();
    await page.getByRole('region', { name: '阅读区' }).waitFor();
    await untilText(page);
    expect(new URL(page.url()).pathname).toBe(`/course/learning/${bookId}`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await tokenOf(page)).not.toBe(expired);
    await context.close();
  });
});

/** One person on three devices: a newer sign-in in a browser ends the older one in a browser, at once and once, and nothing is lost; the desktop client stays. */
import { getUserInfo } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { followCaptchas, readCaptcha, signInByPassword, tokenOf } from './people.ts';
import { countHighlights, firstVisibleBlock, openBook, selectText, untilText } from './reading.ts';

const TEL = '13934440001';
const PASSWORD = 'Tong-lei-shebei-2026';
const CHAPTER = '?href=OEBPS%2Ftext%2Fc0000.xhtml';
const TYPED = '被另一台设备登录时正写到这里';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
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

/** Signs in in the dialog that is open already. */
const signInHere = async (page: Page, keyOf: (image: string) => string | undefined): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: '登录' });
  await dialog.getByRole('link', { name: '使用密码登录' }).click();
  await dialog.getByLabel('手机号', { exact: true }).fill(TEL);
  await dialog.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, keyOf));
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: '登录', exact: true }).click()]);
};

/** When the first alert came onto the page, by the page's own clock (`Date.now`). */
const noteFirstAlert = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = window as unknown as { alertAt?: number };
    new MutationObserver(() => {
      if (document.querySelector('[role="alertdialog"]') !== null) seen.alertAt ??= Date.now();
    }).observe(document.body, { childList: true, subtree: true });
  });

describe('a sign-in on a second device of the same type', () => {
  test('is told to the first at once and once; what was typed stays, the desktop client stays, and all is as before after signing in again', async () => {
    const desktop = await signIn(product, TEL, 'pc');
    const codeOnDesktop = async (): Promise<string> => {
      const answer = await fetch(product.url + getUserInfo.path, { headers: desktop.headers });
      return ((await answer.json()) as { code: string }).code;
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
    const place = { path: new URL(page.url()).pathname, block: await firstVisibleBlock(page) };
    const oldToken = await tokenOf(page);
    await noteFirstAlert(page);

    const second = await visit(browser, 'desktop');
    // This one will have no stream: it hears at its next calls, of which a page makes many at once.
    await second.page.route('**/api/sync/stream', (route) => route.abort());
    await second.page.goto(product.url);
    const signedInAt = second.page.waitForResponse((response) => response.url().includes('loginByPassword')).then(() => Date.now());
    await signInByPassword(product, second.page, TEL, PASSWORD);

    const alert = page.getByRole('alertdialog', { name: '错误' });
    await alert.getByText('检测到账号在同类型设备登录，请重新登录').waitFor({ timeout: 60_000 });
    const alertAt = await page.evaluate(() => (window as unknown as { alertAt?: number }).alertAt ?? Number.NaN);
    console.info(`kicked out: the alert stood ${alertAt - (await signedInAt)} ms after the answer to the newer sign-in`);

    // Whatever else the old session asks hears the same, and brings no second alert.
    const codes = await page.evaluate(
      async ({ path, token }) => {
        const headers = { authorization: `dp-token ${token}`, 'x-device-code': 'web' };
        const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(path, { headers })));
        dispatchEvent(new Event('online'));
        return Promise.all(answers.map(async (answer) => ((await answer.json()) as { code: string }).code));
      },
      { path: getUserInfo.path, token: oldToken },
    );
    expect(codes).toEqual(codes.map(() => 'userBeenKickedOut'));
    expect(await alerts(page).count()).toBe(1);
    await first.picture('kicked-out-while-typing');
    expect(await field(page).inputValue()).toBe(TYPED);
    expect(await firstVisibleBlock(page)).toBe(place.block);
    expect(await codeOnDesktop()).toBe('success');

    const captchas = followCaptchas(page);
    await alert.getByRole('button', { name: '确定' }).click();
    await page.getByRole('dialog', { name: '登录' }).waitFor();
    expect(await alerts(page).count()).toBe(0);
    expect(await field(page).inputValue()).toBe(TYPED);
    await signInHere(page, captchas.keyOf);
    captchas.stop();

    await page.getByRole('region', { name: '阅读区' }).waitFor();
    await untilText(page);
    expect(new URL(page.url()).pathname).toBe(place.path);
    expect(await firstVisibleBlock(page)).toBe(place.block);
    await expect.poll(() => countHighlights(page), { timeout: 30_000 }).toBe(1);
    // The note stands open again by itself.
    await field(page).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe(TYPED);
    await first.picture('signed-in-again');

    // Now the other browser holds the older session, and hears on a page that is no book.
    await second.page.goto(`${product.url}/user`);
    await second.page.getByRole('alertdialog', { name: '错误' }).waitFor({ timeout: 60_000 });
    await second.page.waitForLoadState('networkidle');
    expect(await alerts(second.page).count()).toBe(1);
    expect(await codeOnDesktop()).toBe('success');
    await second.context.close();
    await first.context.close();
  });
});

/**
 * The error table (specification.md §8), each row provoked in a real browser. Other journeys cover its remaining rows: a session that
 * has ended (`session-ended`), a wrong slider (`sign-in`), pages without a network (`reader-pages`, `admin-pages`).
 */
import { getBookInfo, getHome, getSlider, sendSmsCode, setUserInfo } from '@shufang/contract';
import type { RunningProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { interceptRequests, launchBrowser, type TestPage, visit, withoutDehydratedState } from './browser.ts';
import { openProduct } from './open-product.ts';
import { settle } from './reader-tools.ts';
import { turnsBy, untilText } from './reading.ts';
import { createReader, openSignedIn } from './users.ts';

const PASSWORD = 'Cuowu-mulu-2026';

let product: RunningProduct;
let browser: Browser;
let bookId: string;
let userCount = 0;

beforeAll(async () => {
  product = await openProduct();
  browser = await launchBrowser();
  const response = (await (await fetch(`${product.url}/api/course/query`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  bookId = response.payload.items.find(({ title }) => title === '古文小读')?.id ?? '';
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const createUser = async (): Promise<string> => {
  userCount += 1;
  const tel = `1355555000${userCount}`;
  await createReader(product, tel, PASSWORD);
  return tel;
};

const openTestPage = async (tel: string): Promise<TestPage> => {
  const testPage = await visit(browser, 'desktop');
  await openSignedIn(product, testPage.page, tel, PASSWORD);
  await testPage.page.getByRole('link', { name: '个人中心' }).waitFor();
  return testPage;
};

const networkAlert = (page: Page) => page.getByRole('alertdialog', { name: '错误' });
const goTo = (page: Page, name: '首页' | '我的' | '帮助'): Promise<void> =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name }).click();

interface SeenToast {
  readonly text: string;
  readonly kind: string;
  readonly isGone: boolean;
}

/** Records the toasts that appear and disappear. `use-toasts.test` checks the duration of each kind. */
const watchToasts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen: { text: string; kind: string; isGone: boolean }[] = [];
    Object.assign(globalThis, { toastsSeen: seen });
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('[data-kind][role=alert], [data-kind][role=status]')];
      const texts = shown.map((element) => element.textContent ?? '');
      for (const toast of seen) toast.isGone ||= !texts.includes(toast.text);
      for (const element of shown) {
        const text = element.textContent ?? '';
        if (!seen.some((toast) => toast.text === text && !toast.isGone))
          seen.push({ text, kind: element.dataset['kind'] ?? '', isGone: false });
      }
    }).observe(document, { childList: true, subtree: true });
  });
};

const toastsSeen = (page: Page): Promise<SeenToast[]> =>
  page.evaluate(() => (globalThis as unknown as { toastsSeen: SeenToast[] }).toastsSeen);

/** Waits until the toast that matches `pattern` has appeared and disappeared. Returns its kind. */
const waitForToastToClose = async (page: Page, pattern: RegExp): Promise<string> => {
  const find = async (): Promise<SeenToast | undefined> => (await toastsSeen(page)).find(({ text }) => pattern.test(text));
  await expect.poll(async () => (await find())?.isGone, { timeout: 60_000 }).toBe(true);
  return (await find())?.kind ?? '';
};

describe('a network failure or timeout', () => {
  test('shows one dialog for any number of failed calls, and confirming it repeats them', async () => {
    const { page, context, waitForRequests } = await visit(browser, 'desktop');
    await page.goto(`${product.url}/helper/contact`);
    await waitForRequests();
    await interceptRequests(page, '**/api/**', (route) => route.abort('connectionreset'));
    await goTo(page, '首页');
    await networkAlert(page).getByText('网络连接失败，请检查网络').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(1);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await page.unroute('**/api/**');
    const again = page.waitForResponse((response) => response.url().includes(getHome.path) && response.ok());
    await networkAlert(page).getByRole('button', { name: '确定' }).click();
    await again;
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    expect(await networkAlert(page).count()).toBe(0);
    await context.close();
  });

  test('aborts a call without a response after 20 s with the same dialog', async () => {
    const { page, context } = await visit(browser, 'desktop');
    // The timeouts of the page are replaced, so that the test decides when they expire.
    await page.addInitScript(() => {
      const limits: number[] = [];
      const ends: AbortController[] = [];
      AbortSignal.timeout = (ms) => {
        limits.push(ms);
        const end = new AbortController();
        ends.push(end);
        return end.signal;
      };
      const passTime = (): void => {
        for (const end of ends) end.abort(new DOMException('the time is over', 'TimeoutError'));
      };
      Object.assign(globalThis, { limits, passTime });
    });
    await page.goto(`${product.url}/helper/contact`);
    const { promise: held, resolve: holds } = Promise.withResolvers<void>();
    await interceptRequests(page, `**${getHome.path}**`, () => holds());
    await goTo(page, '首页');
    await held;
    expect(await networkAlert(page).count()).toBe(0);
    expect(new Set(await page.evaluate(() => (globalThis as unknown as { limits: number[] }).limits))).toEqual(new Set([20_000]));
    await page.evaluate(() => (globalThis as unknown as { passTime: () => void }).passTime());
    await networkAlert(page).getByText('网络连接失败，请检查网络').waitFor();
    await context.close();
  });

  test('stores changes during reading and sends them later', async () => {
    const { page, context } = await openTestPage(await createUser());
    await page.goto(`${product.url}/course/learning/${bookId}`);
    await untilText(page);
    await settle(page);
    let failures = 0;
    page.on('requestfailed', (request) => {
      if (request.url().includes('/api/sync/')) failures += 1;
    });
    await context.setOffline(true);
    await turnsBy(page, () => page.keyboard.press('PageDown'));
    await page
      .getByText(/已存本机/)
      .first()
      .waitFor({ state: 'attached' });
    // Waits until several requests of the page have failed; none of the failures may show an alert.
    await expect.poll(() => failures).toBeGreaterThanOrEqual(3);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await context.setOffline(false);
    await page.getByText('已同步').first().waitFor({ state: 'attached', timeout: 60_000 });
    await context.close();
  });
});

test('HTTP 500 shows a toast once per session of a tab', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page, context } = testPage;
  await watchToasts(page);
  await withoutDehydratedState(context);
  await context.route(`**${getHome.path}**`, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: 'down' }));
  await page.goto(product.url);
  expect(await waitForToastToClose(page, /系统有点忙，请稍后再试/)).toBe('error');
  await context.route(`**${getBookInfo.path}**`, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: 'down' }));
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('main').getByRole('button', { name: '重试' }).waitFor();
  expect(await toastsSeen(page)).toEqual([]);
  await context.close();
});

test('the message of a response is a toast: an error for a refusal, a success otherwise; the error of a field is no toast', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page, context } = testPage;
  await watchToasts(page);
  await page.goto(product.url);
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
  const dialog = page.getByRole('dialog', { name: '登录' });
  await dialog.getByLabel('手机号', { exact: true }).fill('13555559001');
  await dialog.getByAltText('图形验证码图片').waitFor();
  await dialog.getByLabel('图形验证码', { exact: true }).fill('ZZZZ');
  const refused = page.waitForResponse((response) => response.url().includes(sendSmsCode.path));
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  const { message } = (await (await refused).json()) as { message: string };
  expect(message).not.toBe('');
  // The error must be shown at the field and not in a toast.
  await dialog.getByText(message).waitFor();
  expect(await dialog.getByText(message).count()).toBe(1);
  expect(await toastsSeen(page)).toEqual([]);
  await testPage.picture('refused');
  await context.close();

  const reader = await openTestPage(await createUser());
  await watchToasts(reader.page);
  await reader.page.goto(`${product.url}/user`);
  await reader.page.getByRole('button', { name: '修改昵称' }).click();
  await reader.page.getByLabel('昵称', { exact: true }).fill('藏书的人');
  const refusal = { code: 'request.invalid', message: '昵称含有不允许的字', payload: null };
  await interceptRequests(reader.page, `**${setUserInfo.path}**`, (route) => route.fulfill({ json: refusal }));
  await reader.page.keyboard.press('Enter');
  expect(await waitForToastToClose(reader.page, new RegExp(refusal.message))).toBe('error');
  await reader.page.unroute(`**${setUserInfo.path}**`);
  await reader.page.getByLabel('昵称', { exact: true }).focus();
  await reader.page.keyboard.press('Enter');
  expect(await waitForToastToClose(reader.page, /^个人信息已保存/)).toBe('success');
  await reader.context.close();
});

test('requestLogin opens the dialog once, however many calls return it, and the page stays', async () => {
  const tel = await createUser();
  const { page, context } = await openTestPage(tel);
  // The page receives no event about the end of its session, so that its next call is rejected.
  await page.route('**/api/sync/stream**', (route) => route.abort());
  await page.goto(`${product.url}/user/myNotes`);
  await page.getByRole('heading', { name: '我的笔记' }).waitFor();
  await product.command('user', 'password', '--tel', tel, '--password', `${PASSWORD}-x`);
  await goTo(page, '首页');
  await page.getByRole('dialog', { name: '登录' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.getByRole('heading', { name: '开卷有益' }).waitFor();
  await context.close();
});

test('user information without a session is reported in a toast, and the user can sign in', async () => {
  const testPage = await openTestPage(await createUser());
  const { page, context } = testPage;
  await watchToasts(page);
  await page.goto(product.url);
  await page.getByRole('link', { name: '个人中心' }).waitFor();
  // The test waits until all calls of the first page have ended. Without a token, they would be rejected as calls of an ended session, with
  // another message.
  await testPage.waitForRequests();
  // The token is deleted without the page's knowledge, as if a program had cleaned the browser's data.
  await page.evaluate(() => localStorage.removeItem('dpAuth'));
  await page.getByRole('link', { name: '个人中心' }).click();
  await expect.poll(async () => (await toastsSeen(page)).map(({ text }) => text)).toContain('获取用户信息失败，您登录了吗？');
  await testPage.picture('user-info');
  await page.getByRole('main').getByRole('button', { name: '登录' }).click();
  await page.getByRole('dialog', { name: '登录' }).waitFor();
  await context.close();
});

test('a slider that fails to load shows an alert and can be requested again', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page, context } = testPage;
  await page.goto(product.url);
  await interceptRequests(page, `**${getSlider.path}**`, (route) => route.fulfill({ status: 503, contentType: 'text/html', body: 'down' }));
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
  const dialog = page.getByRole('dialog', { name: '登录' });
  await dialog.getByRole('link', { name: '使用密码登录' }).click();
  await dialog.getByText('使用滑动验证').click();
  const alert = page.getByRole('alertdialog');
  await alert.getByText('滑动验证码加载失败').waitFor();
  await testPage.picture('slider-failed');
  await page.unroute(`**${getSlider.path}**`);
  await alert.getByRole('button', { name: '确定' }).click();
  await dialog
    .getByRole('button', { name: /换一张拼图|重试/ })
    .first()
    .click();
  await dialog.getByRole('slider', { name: '滑动验证' }).waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await context.close();
});

test('an unknown route shows 页面不存在 with status 404 and the requested address', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page, context } = testPage;
  await testPage.openMissing(`${product.url}/no/such/page?x=1`);
  await page.getByRole('heading', { name: '页面不存在' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/404');
  await page.getByText('/no/such/page?x=1').first().waitFor();
  expect(testPage.problems).toEqual([]);
  await context.close();
});

test('a browser without local storage shows a warning, and pages can be read', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page, context } = testPage;
  const shownMessages: string[] = [];
  page.on('dialog', (dialog) => {
    shownMessages.push(dialog.message());
    void dialog.accept();
  });
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto(product.url);
  await page.getByRole('heading', { name: '开卷有益' }).waitFor();
  // The heading is already in the server-rendered page, so the test polls until the client has started and shows the message.
  await expect.poll(() => shownMessages).toEqual(['您的浏览器不支持本地存储，程序可能无法正常运行。']);
  await context.close();
});

test('a request that is refused during other work loses no input', async () => {
  const { page, context } = await openTestPage(await createUser());
  await page.goto(`${product.url}/user`);
  await page.getByRole('button', { name: '修改昵称' }).click();
  const field = page.getByLabel('昵称', { exact: true });
  await field.fill('读书的人');
  await interceptRequests(page, `**${setUserInfo.path}**`, (route) => route.abort('connectionreset'));
  await page.keyboard.press('Enter');
  await networkAlert(page).waitFor();
  await page.unroute(`**${setUserInfo.path}**`);
  await networkAlert(page).getByRole('button', { name: '确定' }).click();
  expect(await field.inputValue()).toBe('读书的人');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('读书的人', { exact: true }).first().waitFor();
  await context.close();
});

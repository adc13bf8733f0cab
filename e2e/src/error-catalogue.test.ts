/**
 * The error catalogue (product spec, section 8), a row at a time, each provoked in a real browser. Its other rows have journeys of
 * their own: kicked out (`kicked-out`), the slider's refusal (`sign-in`), no network on every screen (`screens`).
 */
import { getBookInfo, getHome, getSlider, LIMITS, sendSmsCode, setUserInfo } from '@shufang/contract';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, standBefore, type Visitor, visit, withoutFirstAnswers } from './browser.ts';
import { arriveAs, makeReader } from './people.ts';
import { turnsBy, untilText } from './reading.ts';

const PASSWORD = 'Cuowu-mulu-2026';

let product: Product;
let browser: Browser;
let bookId: string;
let peopleMade = 0;

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  const answer = (await (await fetch(`${product.url}/api/course/query`)).json()) as { payload: { items: { id: string; title: string }[] } };
  bookId = answer.payload.items.find(({ title }) => title === '古文小读')?.id ?? '';
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const makePerson = async (): Promise<string> => {
  peopleMade += 1;
  const tel = `1355555000${peopleMade}`;
  await makeReader(product, tel, PASSWORD);
  return tel;
};

const arrive = async (tel: string): Promise<Visitor> => {
  const visitor = await visit(browser, 'desktop');
  await arriveAs(product, visitor.page, tel, PASSWORD);
  await visitor.page.getByRole('link', { name: '个人中心' }).waitFor();
  return visitor;
};

const networkAlert = (page: Page) => page.getByRole('alertdialog', { name: '错误' });
const goTo = (page: Page, name: '首页' | '我的' | '帮助'): Promise<void> =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name }).click();

/** Notes when sentences come to the top of the page and go again. */
const watchToasts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen: { text: string; kind: string; came: number; went?: number }[] = [];
    Object.assign(globalThis, { toastsSeen: seen });
    // When it was made: a busy page tells an observer of it only once its work is done.
    const made = new WeakMap<Element, number>();
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function setAndNote(this: Element, name, value) {
      if (name === 'data-kind') made.set(this, performance.now());
      setAttribute.call(this, name, value);
    };
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('[data-kind][role=alert], [data-kind][role=status]')];
      const texts = shown.map((element) => element.textContent ?? '');
      for (const toast of seen) if (toast.went === undefined && !texts.includes(toast.text)) toast.went = performance.now();
      for (const element of shown) {
        const text = element.textContent ?? '';
        if (!seen.some((toast) => toast.text === text && toast.went === undefined))
          seen.push({ text, kind: element.dataset['kind'] ?? '', came: made.get(element) ?? performance.now() });
      }
    }).observe(document, { childList: true, subtree: true });
  });
};

interface SeenToast {
  readonly text: string;
  readonly kind: string;
  readonly shownMs: number | undefined;
}
const toastsSeen = (page: Page): Promise<SeenToast[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { toastsSeen: { text: string; kind: string; came: number; went?: number }[] }).toastsSeen.map(
      ({ text, kind, came, went }) => ({ text, kind, shownMs: went === undefined ? undefined : went - came }),
    ),
  );

/** The sentence has come and gone; answers what it was. */
const untilToastWent = async (page: Page, words: RegExp): Promise<SeenToast> => {
  let toast: SeenToast | undefined;
  await expect
    .poll(
      async () => {
        toast = (await toastsSeen(page)).find(({ text }) => words.test(text));
        return toast?.shownMs;
      },
      { timeout: 30_000 },
    )
    .toBeDefined();
  return toast as SeenToast;
};

/** Shown as long as that kind is, and not as long as the next longer kind (3 s, 5 s). */
const expectShownFor = (toast: SeenToast, nominalMs: number): void => {
  expect(toast.shownMs).toBeGreaterThan(nominalMs - 100);
  expect(toast.shownMs).toBeLessThan(nominalMs + 1_900);
};

describe('network failure and timeout', () => {
  test('one modal however many calls fail; confirming asks again for what failed', async () => {
    const { page, context, untilAnswered } = await visit(browser, 'desktop');
    await page.goto(`${product.url}/helper/contact`);
    await untilAnswered();
    await standBefore(page, '**/api/**', (route) => route.abort('connectionreset'));
    await goTo(page, '首页');
    await networkAlert(page).getByText('网络连接失败，请检查网络').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute('**/api/**');
    const again = page.waitForResponse((response) => response.url().includes(getHome.path) && response.ok());
    await networkAlert(page).getByRole('button', { name: '确定' }).click();
    await again;
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    expect(await networkAlert(page).count()).toBe(0);
    await context.close();
  });

  test('a call without an answer ends after 20 s in the same modal', async () => {
    const { page, context } = await visit(browser, 'desktop');
    await page.goto(`${product.url}/helper/contact`);
    await standBefore(page, `**${getHome.path}**`, () => undefined);
    const began = performance.now();
    await goTo(page, '首页');
    await networkAlert(page)
      .getByText('网络连接失败，请检查网络')
      .waitFor({ timeout: LIMITS.requestTimeoutMs + 15_000 });
    expect(performance.now() - began).toBeGreaterThan(LIMITS.requestTimeoutMs - 100);
    await context.close();
  });

  test('while reading there is none: what can wait is kept and sent later', async () => {
    const { page, context } = await arrive(await makePerson());
    await page.goto(`${product.url}/course/learning/${bookId}`);
    await untilText(page);
    await page.getByText('已同步').first().waitFor({ state: 'attached' });
    await context.setOffline(true);
    await turnsBy(page, () => page.keyboard.press('PageDown'));
    await page
      .getByText(/已存本机/)
      .first()
      .waitFor({ state: 'attached' });
    await page.waitForTimeout(3_000);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await context.setOffline(false);
    await page.getByText('已同步').first().waitFor({ state: 'attached', timeout: 30_000 });
    await context.close();
  });
});

test('HTTP 500: a toast of 3 s, once a session of the tab', async () => {
  const visitor = await visit(browser, 'desktop');
  const { page, context } = visitor;
  await watchToasts(page);
  await withoutFirstAnswers(context);
  await context.route(`**${getHome.path}**`, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: 'down' }));
  await page.goto(product.url);
  const toast = await untilToastWent(page, /系统有点忙，请稍后再试/);
  expect(toast.kind).toBe('error');
  expectShownFor(toast, LIMITS.toastMs);
  await context.route(`**${getBookInfo.path}**`, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: 'down' }));
  await page.goto(`${product.url}/course/info/${bookId}`);
  await page.getByRole('main').getByRole('button', { name: '重试' }).waitFor();
  expect(await toastsSeen(page)).toEqual([]);
  await context.close();
});

test('what the server says of a call is a toast of 5 s: a refusal as an error, a success as a success', async () => {
  const visitor = await visit(browser, 'desktop');
  const { page, context } = visitor;
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
  // At the field as well.
  expect(await dialog.getByText(message).count()).toBeGreaterThan(0);
  await visitor.picture('refused');
  const error = await untilToastWent(page, new RegExp(message));
  expect(error.kind).toBe('error');
  expectShownFor(error, LIMITS.serverMessageToastMs);

  await context.close();

  const reader = await arrive(await makePerson());
  await watchToasts(reader.page);
  await reader.page.goto(`${product.url}/user`);
  await reader.page.getByRole('button', { name: '修改昵称' }).click();
  await reader.page.getByLabel('昵称', { exact: true }).fill('藏书的人');
  await reader.page.keyboard.press('Enter');
  const success = await untilToastWent(reader.page, /^个人信息已保存/);
  expect(success.kind).toBe('success');
  expectShownFor(success, LIMITS.serverMessageToastMs);
  await reader.context.close();
});

test('requestLogin: the dialog opens once, however many calls are told so, and the page stays', async () => {
  const tel = await makePerson();
  const { page, context } = await arrive(tel);
  // Nobody tells this page that its session has ended: the next calls hear it.
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

test('user information without a session: said in a toast, and the person may sign in', async () => {
  const visitor = await arrive(await makePerson());
  const { page, context } = visitor;
  await watchToasts(page);
  await page.goto(product.url);
  await page.getByRole('link', { name: '个人中心' }).waitFor();
  // A call of the first page without a session would be told that it has ended, which is said in another way.
  await visitor.untilAnswered();
  // As a cleaner of browser data does it, beneath the page.
  await page.evaluate(() => localStorage.removeItem('dpAuth'));
  await page.getByRole('link', { name: '个人中心' }).click();
  await expect.poll(async () => (await toastsSeen(page)).map(({ text }) => text)).toContain('获取用户信息失败，您登录了吗？');
  await visitor.picture('user-info');
  await page.getByRole('main').getByRole('button', { name: '登录' }).click();
  await page.getByRole('dialog', { name: '登录' }).waitFor();
  await context.close();
});

test('the slider that does not come says so in an alert, and another may be asked for', async () => {
  const visitor = await visit(browser, 'desktop');
  const { page, context } = visitor;
  await page.goto(product.url);
  await standBefore(page, `**${getSlider.path}**`, (route) => route.fulfill({ status: 503, contentType: 'text/html', body: 'down' }));
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
  const dialog = page.getByRole('dialog', { name: '登录' });
  await dialog.getByRole('link', { name: '使用密码登录' }).click();
  await dialog.getByText('使用滑动验证').click();
  const alert = page.getByRole('alertdialog');
  await alert.getByText('滑动验证码加载失败').waitFor();
  await visitor.picture('slider-failed');
  await page.unroute(`**${getSlider.path}**`);
  await alert.getByRole('button', { name: '确定' }).click();
  await dialog
    .getByRole('button', { name: /换一张拼图|重试/ })
    .first()
    .click();
  await dialog.getByRole('slider', { name: '滑动验证' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await context.close();
});

test('an unknown route is 页面不存在, with the address that was asked for', async () => {
  const visitor = await visit(browser, 'desktop');
  const { page, context } = visitor;
  await page.goto(`${product.url}/no/such/page?x=1`);
  await page.getByRole('heading', { name: '页面不存在' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/404');
  await page.getByText('/no/such/page?x=1').first().waitFor();
  expect(visitor.faults).toEqual([]);
  await context.close();
});

test('a browser without local storage is warned, and can look around', async () => {
  const visitor = await visit(browser, 'desktop');
  const { page, context } = visitor;
  const told: string[] = [];
  page.on('dialog', (dialog) => {
    told.push(dialog.message());
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
  // What the server made of the page stands there before the client looks around.
  await expect.poll(() => told).toEqual(['您的浏览器不支持本地存储，程序可能无法正常运行。']);
  await context.close();
});

test('a wish refused in the middle of work loses nothing typed', async () => {
  const { page, context } = await arrive(await makePerson());
  await page.goto(`${product.url}/user`);
  await page.getByRole('button', { name: '修改昵称' }).click();
  const field = page.getByLabel('昵称', { exact: true });
  await field.fill('读书的人');
  await standBefore(page, `**${setUserInfo.path}**`, (route) => route.abort('connectionreset'));
  await page.keyboard.press('Enter');
  await networkAlert(page).waitFor();
  await page.unroute(`**${setUserInfo.path}**`);
  await networkAlert(page).getByRole('button', { name: '确定' }).click();
  expect(await field.inputValue()).toBe('读书的人');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('读书的人', { exact: true }).first().waitFor();
  await context.close();
});

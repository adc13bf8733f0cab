/** WeChat sign-in in a real browser with a fake WeChat server: by QR code in the panel, in a new window, refused, linked and unlinked. */
import { type FakeWechat, findFreePort, type Product, readOutbox, startFakeWechat, startProduct, WECHAT_AGENT } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { press } from './keyboard.ts';
import { followCaptchas, readCaptcha, signInByPassword, untilFound } from './users.ts';

const PASSWORD = 'Saoma-denglu-2026';
const WHERE = '/course/search?q=%E8%8A%82%E6%B0%94';

let product: Product;
let browser: Browser;
let wechat: FakeWechat;

beforeAll(async () => {
  const port = await findFreePort();
  wechat = await startFakeWechat({ returnOrigin: `http://localhost:${port}` });
  product = await startProduct({
    port,
    environment: {
      WECHAT_APP_ID: wechat.appId,
      WECHAT_APP_SECRET: wechat.appSecret,
      WECHAT_AUTHORIZE_URL: wechat.authorizeUrl,
      WECHAT_API_URL: wechat.apiUrl,
      WECHAT_MP_APP_ID: wechat.accountAppId,
      WECHAT_MP_APP_SECRET: wechat.accountSecret,
      WECHAT_MP_AUTHORIZE_URL: wechat.accountAuthorizeUrl,
    },
  });
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await wechat?.stop();
});

/** Opens the WeChat mode of the panel, with WeChat's page in its frame. */
const openWechat = async (page: Page): Promise<{ dialog: Locator; inFrame: (link: '同意' | '拒绝') => Locator }> => {
  await press(page, page.getByRole('banner').getByRole('button', { name: '登录' }));
  const dialog = page.getByRole('dialog', { name: '登录' });
  await press(page, dialog.getByRole('link', { name: '微信登录' }));
  const frame = dialog.frameLocator('iframe[title="微信扫码登录"]');
  const inFrame = (link: '同意' | '拒绝'): Locator => frame.getByRole('link', { name: link });
  await inFrame('同意').waitFor();
  return { dialog, inFrame };
};

/** Waits until the header offers no sign-in. The link to the user center is there before, too. */
const untilSignedIn = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: '个人中心' }).waitFor();
  await page.getByRole('banner').getByRole('button', { name: '登录', exact: true }).waitFor({ state: 'detached' });
};

/** Verifies a phone number on the callback page of a new user. */
const bindNumber = async (page: Page, tel: string): Promise<void> => {
  const captchas = followCaptchas(page);
  // After a reload the sign-in continues, and the captcha image is loaded where the test can solve it.
  await page.reload();
  const form = page.locator('form');
  await form.getByLabel('手机号', { exact: true }).fill(tel);
  await form.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, form, captchas.keyOf));
  await form.getByRole('button', { name: '获取验证码' }).click();
  const code = await untilFound('the SMS code', async () =>
    (await readOutbox(product.dataDir, 'sms')).find((entry) => entry['tel'] === tel && entry['type'] === 'binding')?.['code']?.toString(),
  );
  await form.getByLabel('短信验证码').fill(code);
  await form.getByRole('button', { name: '绑定并登录' }).click();
  captchas.stop();
};

describe.each(['desktop', 'phone'] as const)('WeChat sign-in on a %s', (size) => {
  test('lets a new user link a phone number and returns to the previous page; the next time the QR code is sufficient', async () => {
    const testPage = await visit(browser, size);
    const { page } = testPage;
    const tel = size === 'phone' ? '13666660002' : '13666660000';
    wechat.scanAs({ openid: `openid-${size}`, unionid: `unionid-${size}`, nickname: '扫码的读者' });
    await page.goto(product.url + WHERE);
    let panel = await openWechat(page);
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await testPage.picture('wechat-mode');
    await panel.inFrame('同意').click();
    await page.getByRole('heading', { name: '绑定手机号' }).waitFor();
    await page.getByText('扫码的读者').first().waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await testPage.picture('wechat-bind');
    await bindNumber(page, tel);
    await page.waitForURL(product.url + WHERE);
    await untilSignedIn(page);

    // WeChat is linked now: after signing out, the user signs in by QR code without a phone number.
    await page.goto(`${product.url}/user`);
    await page.getByText('已绑定', { exact: true }).waitFor();
    await page.getByRole('button', { name: '退出登录' }).first().click();
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor();

    await page.goto(product.url + WHERE);
    panel = await openWechat(page);
    await panel.inFrame('同意').click();
    await page.waitForURL(product.url + WHERE);
    await untilSignedIn(page);
    expect(testPage.problems).toEqual([]);
    expect(testPage.foreignRequests).toEqual([]);
    await testPage.context.close();
  });
});

test('inside WeChat the window navigates to WeChat’s consent page and returns to the previous page, without a QR code', async () => {
  wechat.scanAs({ openid: 'openid-inside', unionid: 'unionid-inside', nickname: '微信里的读者' });
  const testPage = await visit(browser, 'phone', 'block', WECHAT_AGENT);
  const { page } = testPage;
  await page.goto(product.url + WHERE);
  const openPanel = async (): Promise<void> => {
    await press(page, page.getByRole('banner').getByRole('button', { name: '登录' }));
    await page.getByRole('dialog', { name: '登录' }).getByRole('button', { name: '微信登录' }).waitFor();
  };
  await openPanel();
  expect(await page.locator('iframe').count()).toBe(0);
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await testPage.picture('wechat-inside');
  await press(page, page.getByRole('dialog', { name: '登录' }).getByRole('button', { name: '微信登录' }));
  await page.getByRole('link', { name: '拒绝' }).click();
  await page.getByText('您没有在微信里同意授权。').waitFor();

  await page.goto(product.url + WHERE);
  await openPanel();
  await press(page, page.getByRole('dialog', { name: '登录' }).getByRole('button', { name: '微信登录' }));
  await page.getByRole('link', { name: '同意' }).click();
  await page.getByRole('heading', { name: '绑定手机号' }).waitFor();
  await page.getByText('微信里的读者').first().waitFor();
  await bindNumber(page, '13666660088');
  await page.waitForURL(product.url + WHERE);
  await untilSignedIn(page);
  expect(testPage.problems).toEqual([]);
  expect(testPage.foreignRequests).toEqual([]);
  await testPage.context.close();
});

test('in a new window, which closes, the opening page is signed in and keeps its input', async () => {
  wechat.scanAs({ openid: 'openid-desktop', unionid: 'unionid-desktop', nickname: '扫码的读者' });
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await page.goto(product.url + WHERE);
  const { dialog } = await openWechat(page);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    press(page, dialog.getByRole('button', { name: '在新窗口中打开微信登录' })),
  ]);
  const closed = Promise.all([popup.waitForEvent('close'), page.waitForEvent('load')]);
  await popup.getByRole('link', { name: '同意' }).click();
  // The sign-in asks for confirmation, because the same user is still signed in in the browser of the previous test.
  await popup.getByRole('button', { name: '继续登录' }).click();
  await closed;
  await untilSignedIn(page);
  expect(page.url()).toBe(product.url + WHERE);
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

test('a user who declines sees a message and can start again; a callback URL that was used, or belongs to another browser, signs in no user', async () => {
  wechat.scanAs({ openid: 'openid-desktop', unionid: 'unionid-desktop', nickname: '扫码的读者' });
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await page.goto(product.url);
  await (await openWechat(page)).inFrame('拒绝').click();
  await page.getByText('您没有在微信里同意授权。').waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await testPage.picture('wechat-refused');
  await page.getByRole('link', { name: '重新登录' }).click();
  await page.waitForURL(`${product.url}/user/login`);

  await page.goto(product.url);
  const { dialog } = await openWechat(page);
  const address = (await dialog.locator('iframe').getAttribute('src')) ?? '';
  const back = (await wechat.followLink(address, '同意')).href;
  const other = await visit(browser, 'desktop');
  await other.page.goto(back);
  await other.page.getByText('这次授权不是在这个浏览器里发起的，或已经过期。').waitFor();
  await page.goto(back);
  // The user is still signed in in the browser of the previous test.
  await page.getByRole('button', { name: '继续登录' }).click();
  await page.waitForURL(`${product.url}/`);
  await untilSignedIn(page);
  await page.goto(back);
  await page.getByText('微信登录没有完成').waitFor();
  expect(testPage.problems).toEqual([]);
  await other.context.close();
  await testPage.context.close();
});

test('a user who signed in by phone number links and unlinks WeChat on the account page', async () => {
  const tel = '13666660077';
  await product.command('user', 'create', '--tel', tel, '--password', PASSWORD);
  wechat.scanAs({ openid: 'openid-own', unionid: 'unionid-own', nickname: '阿远' });
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await page.goto(product.url);
  await signInByPassword(product, page, tel, PASSWORD);
  await page.goto(`${product.url}/user`);
  await page.getByRole('button', { name: '绑定微信' }).click();
  const dialog = page.getByRole('dialog', { name: '绑定微信' });
  const agree = dialog.frameLocator('iframe').getByRole('link', { name: '同意' });
  await agree.waitFor();
  await testPage.picture('wechat-bind-own');
  await agree.click();
  await page.waitForURL(`${product.url}/user`);
  await page.getByText('微信已绑定').waitFor();
  await page.getByRole('button', { name: '解除绑定' }).click();
  const ask = page.getByRole('dialog', { name: '解除绑定' });
  await ask.getByRole('button', { name: '解除绑定' }).click();
  await page.getByText('已解除微信绑定').first().waitFor();
  await page.getByRole('button', { name: '绑定微信' }).waitFor();
  expect(testPage.problems).toEqual([]);
  await testPage.context.close();
});

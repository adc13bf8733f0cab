/** Signing in with WeChat in a real browser, through a stand-in for its pages: by the code in the panel, in a window of its own, refused, bound and unbound. */
import { findFreePort, type Product, readOutbox, startProduct, startWechatStandIn, type WechatStandIn } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, visit } from './browser.ts';
import { press } from './keyboard.ts';
import { followCaptchas, readCaptcha, signInByPassword, untilFound } from './people.ts';

const PASSWORD = 'Saoma-denglu-2026';
const WHERE = '/course/search?q=%E8%8A%82%E6%B0%94';

let product: Product;
let browser: Browser;
let wechat: WechatStandIn;

beforeAll(async () => {
  const port = await findFreePort();
  wechat = await startWechatStandIn({ returnOrigin: `http://localhost:${port}` });
  product = await startProduct({
    port,
    environment: {
      WECHAT_APP_ID: wechat.appId,
      WECHAT_APP_SECRET: wechat.appSecret,
      WECHAT_AUTHORIZE_URL: wechat.authorizeUrl,
      WECHAT_API_URL: wechat.apiUrl,
    },
  });
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await wechat?.stop();
});

/** The panel's WeChat mode, with the page of WeChat in its frame. */
const openWechat = async (page: Page): Promise<{ dialog: Locator; inFrame: (link: '同意' | '拒绝') => Locator }> => {
  await press(page, page.getByRole('banner').getByRole('button', { name: '登录' }));
  const dialog = page.getByRole('dialog', { name: '登录' });
  await press(page, dialog.getByRole('link', { name: '微信登录' }));
  const frame = dialog.frameLocator('iframe[title="微信扫码登录"]');
  const inFrame = (link: '同意' | '拒绝'): Locator => frame.getByRole('link', { name: link });
  await inFrame('同意').waitFor();
  return { dialog, inFrame };
};

const untilSignedIn = (page: Page): Promise<void> => page.getByRole('link', { name: '个人中心' }).waitFor();

/** Proves a number on the page that WeChat brought a newcomer back to. */
const bindNumber = async (page: Page, tel: string): Promise<void> => {
  const captchas = followCaptchas(page);
  // A reload begins nothing anew, and draws the picture where it can be followed.
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

describe.each(Object.keys(sizes) as SizeName[])('on a %s', (size) => {
  test('a newcomer ties a number and is back where they were; the next time the code alone signs them in', async () => {
    const visitor = await visit(browser, size);
    const { page } = visitor;
    const tel = `1366666000${Object.keys(sizes).indexOf(size)}`;
    wechat.scanAs({ openid: `openid-${size}`, unionid: `unionid-${size}`, nickname: '扫码的读者' });
    await page.goto(product.url + WHERE);
    let panel = await openWechat(page);
    expect(await faultsOf(page)).toEqual([]);
    await visitor.picture('wechat-mode');
    await panel.inFrame('同意').click();
    await page.getByRole('heading', { name: '绑定手机号' }).waitFor();
    await page.getByText('扫码的读者').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await visitor.picture('wechat-bind');
    await bindNumber(page, tel);
    await page.waitForURL(product.url + WHERE);
    await untilSignedIn(page);

    // The return address is good for one return.
    await page.goto(`${product.url}/user`);
    await page.getByText('已绑定', { exact: true }).waitFor();
    await page.getByRole('button', { name: '退出登录' }).first().click();
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor();

    await page.goto(product.url + WHERE);
    panel = await openWechat(page);
    await panel.inFrame('同意').click();
    await page.waitForURL(product.url + WHERE);
    await untilSignedIn(page);
    expect(visitor.faults).toEqual([]);
    expect(visitor.foreignRequests).toEqual([]);
    await visitor.context.close();
  });
});

test('in a window of its own: the window closes, the page it came from is signed in and keeps what was typed', async () => {
  wechat.scanAs({ openid: 'openid-desktop', unionid: 'unionid-desktop', nickname: '扫码的读者' });
  const visitor = await visit(browser, 'desktop');
  const { page } = visitor;
  await page.goto(product.url + WHERE);
  const { dialog } = await openWechat(page);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    press(page, dialog.getByRole('button', { name: '在新窗口中打开微信登录' })),
  ]);
  await Promise.all([popup.waitForEvent('close'), page.waitForEvent('load'), popup.getByRole('link', { name: '同意' }).click()]);
  await untilSignedIn(page);
  expect(page.url()).toBe(product.url + WHERE);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

test('who refuses is told so and may begin again; an address used before, or of another browser, signs nobody in', async () => {
  wechat.scanAs({ openid: 'openid-desktop', unionid: 'unionid-desktop', nickname: '扫码的读者' });
  const visitor = await visit(browser, 'desktop');
  const { page } = visitor;
  await page.goto(product.url);
  await (await openWechat(page)).inFrame('拒绝').click();
  await page.getByText('您没有在微信里同意授权。').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await visitor.picture('wechat-refused');
  await page.getByRole('link', { name: '重新登录' }).click();
  await page.waitForURL(`${product.url}/user/login`);

  await page.goto(product.url);
  const { dialog } = await openWechat(page);
  const address = (await dialog.locator('iframe').getAttribute('src')) ?? '';
  const back = (await wechat.press(address, '同意')).href;
  const other = await visit(browser, 'desktop');
  await other.page.goto(back);
  await other.page.getByText('这次授权不是在这个浏览器里发起的，或已经过期。').waitFor();
  await page.goto(back);
  await untilSignedIn(page);
  await page.goto(back);
  await page.getByText('微信登录没有完成').waitFor();
  expect(visitor.faults).toEqual([]);
  await other.context.close();
  await visitor.context.close();
});

test('who signs in by number ties WeChat on the own page, and unties it', async () => {
  const tel = '13666660077';
  await product.command('user', 'create', '--tel', tel, '--password', PASSWORD);
  wechat.scanAs({ openid: 'openid-own', unionid: 'unionid-own', nickname: '阿远' });
  const visitor = await visit(browser, 'desktop');
  const { page } = visitor;
  await page.goto(product.url);
  await signInByPassword(product, page, tel, PASSWORD);
  await page.goto(`${product.url}/user`);
  await page.getByRole('button', { name: '绑定微信' }).click();
  const dialog = page.getByRole('dialog', { name: '绑定微信' });
  const agree = dialog.frameLocator('iframe').getByRole('link', { name: '同意' });
  await agree.waitFor();
  await visitor.picture('wechat-bind-own');
  await agree.click();
  await page.waitForURL(`${product.url}/user`);
  await page.getByText('微信已绑定').waitFor();
  await page.getByRole('button', { name: '解除绑定' }).click();
  const ask = page.getByRole('dialog', { name: '解除绑定' });
  await ask.getByRole('button', { name: '解除绑定' }).click();
  await page.getByText('已解除微信绑定').first().waitFor();
  await page.getByRole('button', { name: '绑定微信' }).waitFor();
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

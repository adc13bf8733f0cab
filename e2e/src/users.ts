/** Signs users in, either through the dialog, with captcha and code from the demo outbox, or by API calls. */
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  AUTHORIZATION_SCHEME,
  DEVICE_CODE_HEADER,
  DEVICE_ID_HEADER,
  type DeviceCode,
  getCaptcha,
  getRsaPublicKey,
  LIMITS,
  type LoginResult,
  listUsers,
  newId,
  type Operation,
  type OutputOf,
  type Role,
  SUCCESS,
  sendSmsCode,
  setUserInfo,
  setUserRoles,
  signInWithPassword,
  signOut,
  signUp,
} from '@shufang/contract';
import { type RunningProduct, readOutbox } from '@shufang/dev-env';
import type { Locator, Page, Response } from 'playwright-core';

/** A demo user who owns the paid demo books (design.md §7). */
export const DEMO_READER = { tel: '13800000001', password: 'Shufang-2026' } as const;

/** A demo user with all permissions. */
export const DEMO_ADMIN = { tel: '13800000006', password: DEMO_READER.password } as const;

export const untilFound = async <T>(what: string, find: () => Promise<T | undefined>): Promise<T> => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not arrive`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Stores the key of each captcha by its picture, because a form can load another captcha at any time. */
export const followCaptchas = (page: Page): { keyOf: (image: string) => string | undefined; stop: () => void } => {
  const keys = new Map<string, string>();
  const follow = async (response: Response): Promise<void> => {
    if (!response.url().includes(getCaptcha.path) || !response.ok()) return;
    const { payload } = (await response.json()) as { payload: { key: string; img: string } };
    keys.set(payload.img, payload.key);
  };
  // If the page was left in the meantime, the response is no longer available.
  const listen = (response: Response): void => void follow(response).catch(() => undefined);
  page.on('response', listen);
  return { keyOf: (image) => keys.get(image), stop: () => page.off('response', listen) };
};

/** Returns the solution of the visible captcha picture. */
export const readCaptcha = (product: RunningProduct, dialog: Locator, keyOf: (image: string) => string | undefined): Promise<string> =>
  untilFound('the captcha', async () => {
    const image = dialog.getByAltText('图形验证码图片');
    if (!(await image.isVisible())) return undefined;
    const key = keyOf((await image.getAttribute('src')) ?? '');
    const drawn = key === undefined ? undefined : (await readOutbox(product.dataDir, 'captcha')).find((entry) => entry['key'] === key);
    return drawn?.['answer'] as string | undefined;
  });

/** Clicks 登录, and confirms when the account is signed in on another device. */
export const pressSignIn = async (page: Page, dialog: Locator): Promise<void> => {
  const signedIn = page.waitForResponse((response) => /\/auth\/login(?:ByPassword|-by-tel)/.test(response.url()));
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
  // After a success the page reloads, and the body may no longer be available.
  const { code } = (await (await signedIn).json().catch(() => ({ code: 'success' }))) as { code: string };
  if (code === 'account.deviceInUse')
    await page.getByRole('dialog', { name: '账号正在另一台设备上使用' }).getByRole('button', { name: '继续登录' }).click();
};

const openDialog = async (page: Page): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: '登录' });
  // On the reading page the site's bar comes when the mouse is at the top.
  await page.mouse.move(300, 2);
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
  return dialog;
};

/** Opens the dialog by the title bar's button and signs in with an SMS code. The page reloads at the end. */
export const signInBySms = async (product: RunningProduct, page: Page, tel: string): Promise<void> => {
  const sent = (await readOutbox(product.dataDir, 'sms')).length;
  const captchas = followCaptchas(page);
  const dialog = await openDialog(page);
  await dialog.getByLabel('手机号', { exact: true }).fill(tel);
  await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, captchas.keyOf));
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  const code = await untilFound('the SMS code', async () => {
    const entries = await readOutbox(product.dataDir, 'sms');
    return entries.length > sent ? (entries.at(-1)?.['code'] as string) : undefined;
  });
  await dialog.getByLabel('短信验证码').fill(code);
  await Promise.all([page.waitForEvent('load'), pressSignIn(page, dialog)]);
  captchas.stop();
};

/** Opens the dialog by the title bar's button and signs in with a password. The page reloads at the end. */
export const signInByPassword = async (product: RunningProduct, page: Page, tel: string, password: string): Promise<void> => {
  const captchas = followCaptchas(page);
  const dialog = await openDialog(page);
  await dialog.getByRole('link', { name: '使用密码登录' }).click();
  await dialog.getByLabel('手机号', { exact: true }).fill(tel);
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, captchas.keyOf));
  await Promise.all([page.waitForEvent('load'), pressSignIn(page, dialog)]);
  captchas.stop();
};

/** Returns the session token of the page, for API calls as the same user. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('dpAuth') ?? '{}') as { value?: { token?: string } }).value?.token ?? '');

interface CallerOptions {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Calls an operation and returns the payload. Throws an error with the code of a rejected call. */
const request = async <Call extends Operation>(
  { url, headers }: CallerOptions,
  operation: Call,
  input: Record<string, unknown>,
): Promise<OutputOf<Call>> => {
  const isPost = operation.method === 'POST';
  const query = isPost ? '' : `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()}`;
  const response = await fetch(`${url}${operation.path}${query}`, {
    method: operation.method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(isPost ? { body: JSON.stringify(input) } : {}),
  });
  const { code, message, payload } = (await response.json()) as { code: string; message?: string; payload: OutputOf<Call> };
  if (code !== SUCCESS) throw new Error(`${operation.path}: ${message}`);
  return payload;
};

const deviceOf = (page: Page): Promise<{ code: string; agent: string }> =>
  page.evaluate(() => ({ code: /Mobile/.test(navigator.userAgent) ? 'mobile' : 'web', agent: navigator.userAgent }));

/** Calls an operation as the user of this page and returns the payload. Throws an error with the code of a rejected call. */
export const callAs = async <Call extends Operation>(
  product: RunningProduct,
  page: Page,
  operation: Call,
  input: Record<string, unknown>,
): Promise<OutputOf<Call>> => {
  const { code } = await deviceOf(page);
  const headers = { authorization: `${AUTHORIZATION_SCHEME} ${await tokenOf(page)}`, [DEVICE_CODE_HEADER]: code };
  return request({ url: product.url, headers }, operation, input);
};

/** Returns a captcha with its solution. */
const solved = async (product: RunningProduct, from: CallerOptions): Promise<{ captchaKey: string; captchaTxt: unknown }> => {
  const { key } = await request(from, getCaptcha, {});
  const drawn = (await readOutbox(product.dataDir, 'captcha')).findLast((entry) => entry['key'] === key);
  return { captchaKey: key, captchaTxt: drawn?.['answer'] };
};

/** Returns the encrypted password as sent over the wire, for the server's key and with its nonce. */
const sealed = async (from: CallerOptions, password: string): Promise<string> => {
  const { rsaKey, kid, nonce } = await request(from, getRsaPublicKey, {});
  const options = { key: createPublicKey(rsaKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return `${kid}:${publicEncrypt(options, Buffer.from(JSON.stringify({ pw: password, n: nonce }))).toString('base64')}`;
};

/**
 * Requests an SMS code from a client IP that belongs to the phone number: one address may receive 20 messages per hour, and journeys share
 * servers. Other systems than Linux have only one loopback address.
 */
const sendCodeTo = async (product: RunningProduct, from: CallerOptions, tel: string): Promise<void> => {
  const input = { tel, ...(await solved(product, from)), type: 'binding' };
  const digits = tel.match(/\d\d/g)?.slice(-3).map(Number) ?? [];
  const localAddress = process.platform === 'linux' ? { localAddress: `127.${digits.join('.')}` } : {};
  const options = { host: '127.0.0.1', port: product.port, path: sendSmsCode.path, method: 'POST', ...localAddress };
  const call = httpRequest({ ...options, headers: { ...from.headers, 'content-type': 'application/json' } });
  const responded = once(call, 'response') as Promise<[IncomingMessage]>;
  call.end(JSON.stringify(input));
  const [response] = await responded;
  const { code, message } = (await json(response)) as { code: string; message?: string };
  if (code !== SUCCESS) throw new Error(`${sendSmsCode.path}: ${message}`);
};

interface UserOptions {
  readonly role?: Role;
  readonly nickname?: string;
}

/** Adds the token of a sign-in to the headers. */
const withToken = (from: CallerOptions, { dpAuthToken }: LoginResult): CallerOptions => ({
  ...from,
  headers: { ...from.headers, authorization: `${AUTHORIZATION_SCHEME} ${dpAuthToken}` },
});

export type Caller = <Call extends Operation>(operation: Call, input: Record<string, unknown>) => Promise<OutputOf<Call>>;

/** Signs in by API calls. Returns a function that calls operations as that user. */
export const callerFor = async (
  product: RunningProduct,
  { tel, password }: { readonly tel: string; readonly password: string },
  device: DeviceCode = 'web',
): Promise<Caller> => {
  const from = { url: product.url, headers: { [DEVICE_CODE_HEADER]: device } };
  const login = await request(from, signInWithPassword, { tel, ...(await solved(product, from)), password: await sealed(from, password) });
  return (operation, input) => request(withToken(from, login), operation, input);
};

/**
 * Grants the role as the demo's administrator, who signs in with the device type of a phone, so that their session in a browser does not
 * end.
 */
const grantRole = async (product: RunningProduct, tel: string, role: Role): Promise<void> => {
  const call = await callerFor(product, DEMO_ADMIN, 'mobile');
  const { items } = await call(listUsers, { q: tel });
  await call(setUserRoles, { userId: items[0]?.userId, add: [{ role }], reason: '开始工作' });
};

/**
 * Registers a user by API calls and signs out again: the same account as `user create` makes, in a tenth of the time. This uses the one SMS
 * that the phone number can receive per minute.
 */
export const createReader = async (
  product: RunningProduct,
  tel: string,
  password: string,
  { role = 'reader', nickname }: UserOptions = {},
): Promise<void> => {
  const from = { url: product.url, headers: { [DEVICE_CODE_HEADER]: 'web' } };
  await sendCodeTo(product, from, tel);
  const sent = (await readOutbox(product.dataDir, 'sms')).findLast((entry) => entry['tel'] === tel);
  const login = await request(from, signUp, { tel, smsCode: sent?.['code'], password: await sealed(from, password) });
  const asThem = withToken(from, login);
  if (nickname !== undefined) await request(asThem, setUserInfo, { nickname });
  await request(asThem, signOut, {});
  if (role !== 'reader') await grantRole(product, tel, role);
};

/** URL path of an empty page of the product, on which a test fills the browser's storage before the client starts. */
const BEFORE_ARRIVAL = '/before-arrival';
/** The response for that empty page. It declares an icon, because the browser would otherwise request a missing one and log an error. */
const BLANK = { contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' };

/**
 * Opens the product in a new browser context with a session: signs in by API calls and stores what the client stores of a session. For
 * journeys about something else; `sign-in` tests the dialog itself. `deviceId`: of the device that signs in; by default a new one.
 */
export const openSignedIn = async (
  product: RunningProduct,
  page: Page,
  tel: string,
  password: string,
  deviceId: string = newId(),
): Promise<void> => {
  await page.route(product.url + BEFORE_ARRIVAL, (route) => route.fulfill(BLANK));
  await page.goto(product.url + BEFORE_ARRIVAL);
  await page.unroute(product.url + BEFORE_ARRIVAL);
  const { code, agent } = await deviceOf(page);
  const from = {
    url: product.url,
    headers: { [DEVICE_CODE_HEADER]: code, [DEVICE_ID_HEADER]: deviceId, 'user-agent': agent },
  };
  const login = await request(from, signInWithPassword, { tel, ...(await solved(product, from)), password: await sealed(from, password) });
  const stored = {
    deviceId,
    lastPhone: tel,
    dpAuth: { token: login.dpAuthToken },
    centerToken: { access_token: login.access_token, expires_in: login.expires_in, refresh_token: login.refresh_token },
    loginThqs: login.loginTHQS,
    token: login.dpAuthToken,
  };
  await page.evaluate(
    ({ values, expiresAt }) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, JSON.stringify({ value, expiresAt }));
    },
    { values: stored, expiresAt: Date.now() + LIMITS.sessionLifetimeMs },
  );
  await page.goto(product.url);
};

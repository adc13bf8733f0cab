/** Signing in as a person does it: in the dialog, reading the captcha and the code where the demo puts them; or having done so before. */
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import {
  AUTHORIZATION_SCHEME,
  DEVICE_CODE_HEADER,
  DEVICE_ID_HEADER,
  type DeviceCode,
  getCaptcha,
  getRsaPublicKey,
  LIMITS,
  type LoginResult,
  listPeople,
  newId,
  type Operation,
  type OutputOf,
  type Role,
  SUCCESS,
  sendSmsCode,
  setPersonRoles,
  setUserInfo,
  signInWithPassword,
  signOut,
  signUp,
} from '@shufang/contract';
import { type Product, readOutbox } from '@shufang/dev-env';
import type { Locator, Page, Response } from 'playwright-core';

/** design.md §7: one of the demo people, who owns the paid demo books. */
export const DEMO_READER = { tel: '13800000001', password: 'Shufang-2026' } as const;

/** May do everything. */
export const DEMO_ADMIN = { tel: '13800000006', password: DEMO_READER.password } as const;

export const untilFound = async <T>(what: string, find: () => Promise<T | undefined>): Promise<T> => {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Follows which captcha each picture belongs to: a form may draw another one at any time. */
export const followCaptchas = (page: Page): { keyOf: (image: string) => string | undefined; stop: () => void } => {
  const keys = new Map<string, string>();
  const follow = async (response: Response): Promise<void> => {
    if (!response.url().includes(getCaptcha.path) || !response.ok()) return;
    const { payload } = (await response.json()) as { payload: { key: string; img: string } };
    keys.set(payload.img, payload.key);
  };
  // A page that is left while an answer is read has no use for it.
  const listen = (response: Response): void => void follow(response).catch(() => undefined);
  page.on('response', listen);
  return { keyOf: (image) => keys.get(image), stop: () => page.off('response', listen) };
};

/** The characters of the picture that is on the screen. */
export const readCaptcha = (product: Product, dialog: Locator, keyOf: (image: string) => string | undefined): Promise<string> =>
  untilFound('the captcha', async () => {
    const image = dialog.getByAltText('图形验证码图片');
    if (!(await image.isVisible())) return undefined;
    const key = keyOf((await image.getAttribute('src')) ?? '');
    const drawn = key === undefined ? undefined : (await readOutbox(product.dataDir, 'captcha')).find((entry) => entry['key'] === key);
    return drawn?.['answer'] as string | undefined;
  });

const openDialog = async (page: Page): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: '登录' });
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
  return dialog;
};

/** Opens the dialog by the title bar's button and signs in with an SMS code. The page reloads at the end. */
export const signInBySms = async (product: Product, page: Page, tel: string): Promise<void> => {
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
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: '登录', exact: true }).click()]);
  captchas.stop();
};

/** The same with a password. */
export const signInByPassword = async (product: Product, page: Page, tel: string, password: string): Promise<void> => {
  const captchas = followCaptchas(page);
  const dialog = await openDialog(page);
  await dialog.getByRole('link', { name: '使用密码登录' }).click();
  await dialog.getByLabel('手机号', { exact: true }).fill(tel);
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(product, dialog, captchas.keyOf));
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: '登录', exact: true }).click()]);
  captchas.stop();
};

/** The token this page calls with: to ask the server as the same person without the page. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('dpAuth') ?? '{}') as { value?: { token?: string } }).value?.token ?? '');

interface AskedFrom {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Answers the payload, or throws what it was refused with. */
const ask = async <Call extends Operation>(
  { url, headers }: AskedFrom,
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

/** Asks the server as this page's person does, without the page; answers the payload, or throws what it was refused with. */
export const callAs = async <Call extends Operation>(
  product: Product,
  page: Page,
  operation: Call,
  input: Record<string, unknown>,
): Promise<OutputOf<Call>> => {
  const { code } = await deviceOf(page);
  const headers = { authorization: `${AUTHORIZATION_SCHEME} ${await tokenOf(page)}`, [DEVICE_CODE_HEADER]: code };
  return ask({ url: product.url, headers }, operation, input);
};

/** A captcha and what is drawn on it. */
const solved = async (product: Product, from: AskedFrom): Promise<{ captchaKey: string; captchaTxt: unknown }> => {
  const { key } = await ask(from, getCaptcha, {});
  const drawn = (await readOutbox(product.dataDir, 'captcha')).findLast((entry) => entry['key'] === key);
  return { captchaKey: key, captchaTxt: drawn?.['answer'] };
};

/** A password as it goes over the wire: for the server's key, with its nonce. */
const sealed = async (from: AskedFrom, password: string): Promise<string> => {
  const { rsaKey, kid, nonce } = await ask(from, getRsaPublicKey, {});
  const options = { key: createPublicKey(rsaKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return `${kid}:${publicEncrypt(options, Buffer.from(JSON.stringify({ pw: password, n: nonce }))).toString('base64')}`;
};

interface Person {
  readonly role?: Role;
  readonly nickname?: string;
}

/** Headers of who signs in past any page. */
const asPerson = (from: AskedFrom, { dpAuthToken }: LoginResult): AskedFrom => ({
  ...from,
  headers: { ...from.headers, authorization: `${AUTHORIZATION_SCHEME} ${dpAuthToken}` },
});

export type Caller = <Call extends Operation>(operation: Call, input: Record<string, unknown>) => Promise<OutputOf<Call>>;

/** Signs in past any page, and asks as that person from then on. */
export const callerFor = async (
  product: Product,
  { tel, password }: { readonly tel: string; readonly password: string },
  device: DeviceCode = 'web',
): Promise<Caller> => {
  const from = { url: product.url, headers: { [DEVICE_CODE_HEADER]: device } };
  const login = await ask(from, signInWithPassword, { tel, ...(await solved(product, from)), password: await sealed(from, password) });
  return (operation, input) => ask(asPerson(from, login), operation, input);
};

/** As the demo's administrator gives it at the desk, from a telephone. */
const giveRole = async (product: Product, tel: string, role: Role): Promise<void> => {
  const call = await callerFor(product, DEMO_ADMIN, 'mobile');
  const { items } = await call(listPeople, { q: tel });
  await call(setPersonRoles, { userId: items[0]?.userId, add: [{ role }], reason: '开始工作' });
};

/**
 * Signs somebody up past any page, and out again: an account such as the operator's `user create` makes, in a tenth of the time. The
 * number has then had its message of this minute.
 */
export const makeReader = async (
  product: Product,
  tel: string,
  password: string,
  { role = 'reader', nickname }: Person = {},
): Promise<void> => {
  const from = { url: product.url, headers: { [DEVICE_CODE_HEADER]: 'web' } };
  await ask(from, sendSmsCode, { tel, ...(await solved(product, from)), type: 'binding' });
  const sent = (await readOutbox(product.dataDir, 'sms')).findLast((entry) => entry['tel'] === tel);
  const login = await ask(from, signUp, { tel, smsCode: sent?.['code'], password: await sealed(from, password) });
  const asThem = asPerson(from, login);
  if (nickname !== undefined) await ask(asThem, setUserInfo, { nickname });
  await ask(asThem, signOut, {});
  if (role !== 'reader') await giveRole(product, tel, role);
};

/** An address of the product's at which a page stands that is none of the client's: what the browser keeps can be set there before the client begins. */
const BEFORE_ARRIVAL = '/before-arrival';
/** Has an icon, or the browser would ask for one and complain. */
const BLANK = { contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' };

/**
 * Opens the product in a fresh browser as somebody who has signed in there before: the sign-in goes past the page, and the page finds
 * what the client keeps of one. For journeys that are about something else; the dialog itself is walked in `sign-in`.
 */
export const arriveAs = async (product: Product, page: Page, tel: string, password: string): Promise<void> => {
  await page.route(product.url + BEFORE_ARRIVAL, (route) => route.fulfill(BLANK));
  await page.goto(product.url + BEFORE_ARRIVAL);
  await page.unroute(product.url + BEFORE_ARRIVAL);
  const { code, agent } = await deviceOf(page);
  const deviceId = newId();
  const from = {
    url: product.url,
    headers: { [DEVICE_CODE_HEADER]: code, [DEVICE_ID_HEADER]: deviceId, 'user-agent': agent },
  };
  const login = await ask(from, signInWithPassword, { tel, ...(await solved(product, from)), password: await sealed(from, password) });
  const kept = {
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
    { values: kept, expiresAt: Date.now() + LIMITS.sessionLifetimeMs },
  );
  await page.goto(product.url);
};

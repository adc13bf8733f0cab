/** The screen that comes inside the page: read without the client, taken over by it, and not shown to who is signed in. */
import { FIRST_SCREEN_ATTRIBUTE } from '@shufang/contract';
import { type Product, signIn, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, sizes, visit } from './browser.ts';

const TITLE = 'Python 编程起步';
let product: Product;
let browser: Browser;
let pages: readonly string[];
let bookIds: readonly string[];

beforeAll(async () => {
  product = await startProduct();
  const answer = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const book = answer.payload.items.find(({ title }) => title === TITLE);
  bookIds = answer.payload.items.map(({ id }) => id);
  pages = ['/', '/course/list', '/book/list', `/course/info/${book?.id ?? ''}`];
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Lets the client's code wait, as on a slow network. */
const holdCode = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/start-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

describe('the screen inside the page', () => {
  test('is read without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: sizes.phone });
    const page = await context.newPage();
    for (const address of pages) {
      await page.goto(product.url + address);
      const book = page.getByRole('main').getByText(TITLE).first();
      await book.scrollIntoViewIfNeeded();
      expect(await book.isVisible()).toBe(true);
    }
    await page.getByRole('link', { name: '首页', exact: true }).click();
    await page.getByRole('searchbox').or(page.getByRole('combobox')).fill('编程');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/course/search?q=*');
    await context.close();
  });

  test('is the one the client goes on with: nothing is made anew, nothing moves, nothing is complained of', async () => {
    for (const size of ['phone', 'desktop'] as const) {
      for (const address of pages) {
        const visitor = await visit(browser, size);
        const { page } = visitor;
        await page.addInitScript(() => {
          Object.assign(globalThis, { shift: 0 });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              (globalThis as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        const release = await holdCode(page);
        await page.goto(product.url + address, { waitUntil: 'commit' });
        await page.locator(`[${FIRST_SCREEN_ATTRIBUTE}] main h1`).waitFor();
        const parts = await page.locator('header, nav, main, main h1, main img, main li').elementHandles();
        release();
        // The client's own class is on it: it listens.
        await page.waitForFunction(() => Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')));
        await visitor.untilAnswered();
        for (const part of parts) expect(await part.evaluate((element) => element.isConnected)).toBe(true);
        expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.05);
        expect({ address, faults: visitor.faults }).toEqual({ address, faults: [] });
        await visitor.context.close();
      }
    }
  });

  test('keeps what is wished for before the client is there', async () => {
    const visitor = await visit(browser, 'desktop');
    const { page } = visitor;
    const release = await holdCode(page);
    await page.goto(`${product.url}/book/list`, { waitUntil: 'commit' });
    await page.getByLabel('排序').selectOption({ index: 1 });
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click();
    release();
    await page.getByRole('dialog', { name: '登录' }).waitFor();
    await page.waitForURL('**/book/list?*sort=*');

    await page.unrouteAll();
    const releaseHome = await holdCode(page);
    await page.goto(product.url, { waitUntil: 'commit' });
    const box = page.getByRole('main').getByRole('combobox');
    await box.fill('编程');
    await box.focus();
    releaseHome();
    await page
      .getByRole('button', { name: '清除' })
      .or(page.getByRole('button', { name: '清空' }))
      .waitFor();
    expect(await box.inputValue()).toBe('编程');
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });

  test('keeps a press on a button that the client makes anew from what this device has', async () => {
    const visitor = await visit(browser, 'desktop');
    const { page } = visitor;
    // The first one makes the database; of the second it may already know something.
    for (const id of bookIds.slice(0, 2)) {
      const release = await holdCode(page);
      const isAskedFor = page.waitForRequest('**/assets/start-*.js');
      await page.goto(`${product.url}/course/info/${id}`, { waitUntil: 'commit' });
      // What listens before the client does is there when it asks for it.
      await isAskedFor;
      await page.getByRole('button', { name: '加入书架' }).click();
      release();
      await page.getByRole('button', { name: '已在书架' }).waitFor();
      await page.unrouteAll();
    }
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });

  test('shows nothing of a stranger to who is signed in', async () => {
    const { login } = await signIn(product, '13900005113');
    const visitor = await visit(browser, 'desktop');
    const { page, context } = visitor;
    await context.addInitScript((token) => {
      const keep = (key: string, value: unknown): void =>
        localStorage.setItem(key, JSON.stringify({ value, expiresAt: Date.now() + 86_400_000 }));
      keep('dpAuth', { token });
      // At each picture: what a stranger's screen would show.
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const isShown = (element: Element | null): boolean => element?.checkVisibility({ visibilityProperty: true }) ?? false;
      const look = (): void => {
        if (isShown(document.querySelector('[data-opens-sign-in]'))) seen.push('sign in');
        if (isShown(document.querySelector('[data-first-screen] main h1'))) seen.push('screen');
        if (document.querySelector('main h1') !== null && document.documentElement.dataset['knownPerson'] === '') seen.push('hidden');
        if (!isShown(document.querySelector('header'))) seen.push('no frame');
        requestAnimationFrame(look);
      };
      document.addEventListener('readystatechange', () => requestAnimationFrame(look), { once: true });
    }, login.dpAuthToken);
    const release = await holdCode(page);
    await page.goto(product.url, { waitUntil: 'commit' });
    await page.locator('main h1').waitFor({ state: 'attached' });
    await page.waitForTimeout(500);
    const before = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.splice(0));
    expect(new Set(before)).toEqual(new Set(['hidden']));
    await visitor.picture('known-person');
    release();
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await visitor.untilAnswered();
    expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.includes('sign in'))).toBe(false);
    expect(await page.getByRole('link', { name: '个人中心' }).isVisible()).toBe(true);
    expect(visitor.faults).toEqual([]);
    await context.close();
  });

  test('runs no script but its own: the policy names it, and nothing else that stands in the page', async () => {
    const page = await fetch(product.url);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}=';/);
    expect((await page.text()).match(/<script(?! type="application\/json")(?! type="module")/g)).toHaveLength(1);
  });
});

/** Server-rendered pages: readable without the client, hydrated by it, and hidden for signed-in users. */
import { SERVER_RENDERED_ATTRIBUTE } from '@shufang/contract';
import { type RunningProduct, signIn } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, sizes, visit } from './browser.ts';
import { holdCode } from './hold-code.ts';
import { openProduct } from './open-product.ts';

const TITLE = 'Python 编程起步';
let product: RunningProduct;
let browser: Browser;
let pages: readonly string[];
let bookIds: readonly string[];

beforeAll(async () => {
  product = await openProduct();
  const response = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const book = response.payload.items.find(({ title }) => title === TITLE);
  bookIds = response.payload.items.map(({ id }) => id);
  pages = ['/', '/course/list', '/book/list', `/course/info/${book?.id ?? ''}`];
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('a server-rendered page', () => {
  test('can be read without JavaScript', async () => {
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

  test('is hydrated: no element is replaced or moves, and there is no warning', async () => {
    for (const size of ['phone', 'desktop'] as const) {
      for (const address of pages) {
        const testPage = await visit(browser, size);
        const { page } = testPage;
        await page.addInitScript(() => {
          Object.assign(globalThis, { shift: 0 });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              (globalThis as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        const release = await holdCode(page);
        await page.goto(product.url + address, { waitUntil: 'commit' });
        await page.locator(`[${SERVER_RENDERED_ATTRIBUTE}] main h1`).waitFor();
        const parts = await page.locator('header, nav, main, main h1, main img, main li').elementHandles();
        expect(parts.length).toBeGreaterThan(3);
        release();
        // React has attached its properties to the element, which shows that it is hydrated and the client handles its events.
        await page.waitForFunction(() => Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')));
        await testPage.waitForRequests();
        for (const part of parts) expect(await part.evaluate((element) => element.isConnected)).toBe(true);
        expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.05);
        expect({ address, problems: testPage.problems }).toEqual({ address, problems: [] });
        await testPage.context.close();
      }
    }
  });

  test('replays clicks that the user makes before the client is ready', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
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
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('replays a click on a button that hydration replaces because of data on the device', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    // Two books are tried: at the first click, the database on the device is created; at the second one, the shelf may already be loaded.
    for (const id of bookIds.slice(0, 2)) {
      const release = await holdCode(page);
      const isAskedFor = page.waitForRequest('**/assets/start-*.js');
      await page.goto(`${product.url}/course/info/${id}`, { waitUntil: 'commit' });
      // The test waits until the event listeners of the script that records events are attached.
      await isAskedFor;
      await page.getByRole('button', { name: '加入书架' }).click();
      release();
      await page.getByRole('button', { name: '已在书架' }).waitFor();
      await page.unrouteAll();
    }
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('has metadata for search engines and shared links, and the next page has none of it', async () => {
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    const headNow = () =>
      page.evaluate(() => ({
        title: document.title,
        description: document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ?? '',
        canonical: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
        robots: document.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content,
        shared: document.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content,
        data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
          ({ textContent }) => (JSON.parse(textContent) as { '@type': string })['@type'],
        ),
      }));
    const address = pages.at(-1) ?? '';
    await page.goto(`${product.url}${address}?utm_source=x`);
    await testPage.waitForRequests();
    const book = await headNow();
    expect(book).toMatchObject({
      title: `${TITLE} · 书房`,
      canonical: product.url + address,
      robots: undefined,
      shared: TITLE,
      data: ['Book', 'BreadcrumbList'],
    });
    expect(book.description).not.toBe('');
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' }).click();
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    // The check is repeated, because the code that updates the head is loaded on the first navigation.
    await expect
      .poll(headNow)
      .toMatchObject({ title: '首页 · 书房', canonical: `${product.url}/`, robots: undefined, shared: undefined, data: [] });
    expect((await headNow()).description).not.toBe(book.description);
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '书房' }).click();
    await page.waitForURL('**/bookshelf');
    await expect.poll(headNow).toMatchObject({ canonical: undefined, robots: 'noindex' });
    expect(testPage.problems).toEqual([]);
    await testPage.context.close();
  });

  test('shows no content for anonymous users to a signed-in user', async () => {
    const { login } = await signIn(product, '13900005113');
    const testPage = await visit(browser, 'desktop');
    const { page, context } = testPage;
    await context.addInitScript((token) => {
      const keep = (key: string, value: unknown): void =>
        localStorage.setItem(key, JSON.stringify({ value, expiresAt: Date.now() + 86_400_000 }));
      keep('dpAuth', { token });
      // Content that only an anonymous user sees, recorded at each frame.
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const isShown = (element: Element | null): boolean => element?.checkVisibility({ visibilityProperty: true }) ?? false;
      const look = (): void => {
        if (isShown(document.querySelector('[data-opens-sign-in]'))) seen.push('sign in');
        if (isShown(document.querySelector('[data-server-rendered] main h1'))) seen.push('screen');
        if (document.querySelector('main h1') !== null && document.documentElement.dataset['signedIn'] === '') seen.push('hidden');
        if (!isShown(document.querySelector('header'))) seen.push('no frame');
        requestAnimationFrame(look);
      };
      document.addEventListener('readystatechange', () => requestAnimationFrame(look), { once: true });
    }, login.dpAuthToken);
    const release = await holdCode(page);
    await page.goto(product.url, { waitUntil: 'commit' });
    await page.locator('main h1').waitFor({ state: 'attached' });
    // Waits until thirty observations are recorded, at least one for each frame.
    await page.waitForFunction(() => (globalThis as unknown as { seen: string[] }).seen.length >= 30);
    const before = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.splice(0));
    expect(new Set(before)).toEqual(new Set(['hidden']));
    await testPage.picture('signed-in');
    release();
    await page.getByRole('heading', { name: '开卷有益' }).waitFor();
    await testPage.waitForRequests();
    expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.includes('sign in'))).toBe(false);
    expect(await page.getByRole('link', { name: '个人中心' }).isVisible()).toBe(true);
    expect(testPage.problems).toEqual([]);
    await context.close();
  });

  test('runs only its own script, which the content security policy allows', async () => {
    const page = await fetch(product.url);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}=';/);
    expect((await page.text()).match(/<script(?! type="application\/json")(?! type="module")/g)).toHaveLength(1);
  });

  test('rejects a string where HTML or the URL of a script is expected, and works without one', async () => {
    const { page, context, problems, waitForRequests } = await visit(browser, 'desktop');
    await page.goto(product.url);
    await waitForRequests();
    expect(problems).toEqual([]);
    const refused = await page.evaluate(() => {
      const element = document.body.appendChild(document.createElement('div'));
      const failureOf = (assign: () => void): string => {
        try {
          assign();
          return 'assigned';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const failures = [
        failureOf(() => (element.innerHTML = '<img src="x">')),
        failureOf(() => element.insertAdjacentHTML('beforeend', '<b>1</b>')),
        failureOf(() => (document.createElement('script').src = '/other.js')),
        failureOf(() => (document.createElement('iframe').srcdoc = '<p>1</p>')),
      ];
      return { failures, children: element.childElementCount };
    });
    expect(refused).toEqual({ failures: ['TypeError', 'TypeError', 'TypeError', 'TypeError'], children: 0 });
    await context.close();
  });
});

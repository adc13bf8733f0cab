/**
 * Tests every page of the admin area with data, at three window sizes: appearance, accessibility and tab stops in one visit; and without a
 * server. Loading, empty, failed and denied states are component tests (`apps/web/src/areas/admin/admin-pages.test.tsx`).
 */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, sizes, type TestPage, visit } from './browser.ts';
import { checkAppearance, checkStateAppearance } from './check-appearance.ts';
import { fillProduct } from './fill-product.ts';
import { adminPages, type TestIds } from './page-rows.ts';
import { addressOf, checkData, findingIfMissing, mainOf, visibleText, visitPages } from './page-visits.ts';
import { checkTabStops } from './tab-stops.ts';
import { createReader, DEMO_ADMIN, openSignedIn } from './users.ts';

const READER = { tel: '13922225555', password: 'Kan-shu-2026' };
/** An operator in a browser that has the client installed. */
const OPERATOR = { tel: '13922226666', password: 'Tong-shi-2026' };

/**
 * Pages whose tab stops are also checked on a phone, where the admin area has one more control, the button of its menu, in the same order
 * on every page.
 */
const CHECKED_ON_PHONE: readonly string[] = ['/admin', '/admin/books'];
/** Page of which only the first tab stops are checked: the tree of disciplines has hundreds of similar rows. */
const LONG_PAGE = '/admin/categories';
const LONG_PAGE_STOPS = 60;

let product: Product;
let browser: Browser;
let operator: TestPage;
let testIds: TestIds;

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  await createReader(product, READER.tel, READER.password);
  await createReader(product, OPERATOR.tel, OPERATOR.password, { role: 'admin' });
  const open = async (user: { tel: string; password: string }, workers: 'allow' | 'block'): Promise<TestPage> => {
    const testPage = await visit(browser, 'desktop', workers);
    await openSignedIn(product, testPage.page, user.tel, user.password);
    return testPage;
  };
  const [admin, reader] = [await open(DEMO_ADMIN, 'block'), await open(READER, 'block')];
  operator = await open(OPERATOR, 'allow');
  testIds = await fillProduct(product, { admin: admin.page, reader: reader.page }, READER.tel);
  await Promise.all([admin.context.close(), reader.context.close()]);
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('an admin page shows its data at every size, accessibly, and its tab stops are visible', { timeout: 400_000 }, async () => {
  const problems = await visitPages(product, operator, adminPages, {
    state: 'data',
    testIds,
    check: async (row, name, index) => [
      ...(await checkData(operator.page, row)),
      ...(await checkAppearance(operator, name)),
      ...(await checkTabStops(operator, name, CHECKED_ON_PHONE.includes(row.route) ? ['desktop', 'phone'] : ['desktop'], {
        includesShell: index === 0,
        ...(row.route === LONG_PAGE ? { maxStops: LONG_PAGE_STOPS } : {}),
      })),
    ],
  });
  expect(problems).toEqual([]);
  expect(operator.problems).toEqual([]);
  expect(operator.foreignRequests).toEqual([]);
});

test('the menu of an operator with all pages does not scroll in a window of 900 pixels', async () => {
  const { page } = operator;
  await page.setViewportSize(sizes.desktop);
  await page.goto(`${product.url}/admin/books`);
  const menu = page.getByRole('navigation', { name: '工作台' });
  const entries = menu.getByRole('link');
  await entries.filter({ hasText: '操作日志' }).waitFor();
  expect(await entries.count()).toBeGreaterThan(30);
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  // No text is cut at the right edge of its column.
  expect(
    await entries.evaluateAll((all) => all.filter((entry) => entry.scrollWidth > entry.clientWidth).map((entry) => entry.textContent)),
  ).toEqual([]);
});

test('an admin page redirects an anonymous user to the sign-in page, which returns to it', async () => {
  const anonymousPage = await visit(browser, 'desktop');
  const { page } = anonymousPage;
  const problems = await visitPages(product, anonymousPage, adminPages.slice(0, 3), {
    state: 'signed-out',
    testIds,
    check: async (row) => {
      const findings = await findingIfMissing('the form', visibleText(page, '教材评审专家请使用密码登录。'));
      const { pathname, searchParams } = new URL(page.url());
      const returns = pathname === '/user/login' && searchParams.get('redirect') === addressOf(row, testIds);
      return returns ? findings : [...findings, `leads to ${page.url()}`];
    },
  });
  expect([...problems, ...anonymousPage.problems]).toEqual([]);
  await anonymousPage.context.close();
});

test('an admin page without a server shows an error and offers a retry', async () => {
  product.process.kill('SIGKILL');
  const { page } = operator;
  const problems = await visitPages(product, operator, adminPages, {
    state: 'offline',
    testIds,
    isOffline: true,
    check: async (_, name, index) => [
      ...(await findingIfMissing('the heading', mainOf(page).getByRole('heading', { level: 1 }))),
      ...(await findingIfMissing('离线', page.getByRole('banner').getByText('离线'))),
      ...(await findingIfMissing('重试', mainOf(page).getByRole('alert').getByRole('button', { name: '重试' }))),
      ...(index === 1 ? await checkStateAppearance(operator, name) : []),
    ],
  });
  expect(problems).toEqual([]);
});

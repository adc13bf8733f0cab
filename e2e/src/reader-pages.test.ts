/**
 * Tests every page for readers with data, at three window sizes: appearance, accessibility and tab stops in one visit; as an anonymous
 * user, and without a server. Loading, empty, failed and signed-out states are component tests (`apps/web/src/app/reader-pages.test.tsx`).
 */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { checkAppearance, checkStateAppearance } from './check-appearance.ts';
import { fillProduct } from './fill-product.ts';
import { adminPages, type PageRow, pages, type TestIds } from './page-rows.ts';
import { checkData, findingIfMissing, mainOf, readRoutePaths, visibleText, visitPages } from './page-visits.ts';
import { checkTabStops } from './tab-stops.ts';
import { createReader, DEMO_ADMIN, openSignedIn } from './users.ts';

const READER = { tel: '13922225555', password: 'Kan-shu-2026' };

/** Pages that are the same for every user, and forms that only an anonymous user sees: their tab stops are checked as an anonymous user. */
const ANONYMOUS_TAB_STOPS: readonly string[] = [
  '/',
  '/pc',
  '/mobile',
  '/user/login',
  '/lesson/connect/dispatch',
  '/redeem',
  '/helper/teacher-manual',
  '/helper/contact',
  '/404',
];
/**
 * Pages whose tab stops are not checked here: the reading page has keys of its own (`books`, `notes`), and a short code leads to another
 * page.
 */
const WITHOUT_TAB_STOPS: readonly string[] = ['/course/learning/:bookId', '/q/:code'];
/** Pages that are equal for anonymous users and readers, and are checked as an anonymous user only. */
const ONLY_ANONYMOUS_TAB_STOPS = new Set([
  '/',
  '/pc',
  '/mobile',
  '/user/login',
  '/lesson/connect/dispatch',
  '/helper/teacher-manual',
  '/404',
]);

let product: Product;
let browser: Browser;
let reader: TestPage;
let testIds: TestIds;

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  await createReader(product, READER.tel, READER.password);
  const admin = await visit(browser, 'desktop');
  await openSignedIn(product, admin.page, DEMO_ADMIN.tel, DEMO_ADMIN.password);
  // The browser has the service worker, so that the pages can be opened without a server at the end.
  reader = await visit(browser, 'desktop', 'allow');
  await openSignedIn(product, reader.page, READER.tel, READER.password);
  testIds = await fillProduct(product, { admin: admin.page, reader: reader.page }, READER.tel);
  await admin.context.close();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('every page of the route table is tested', async () => {
  const paths = await readRoutePaths();
  expect([...pages, ...adminPages].map(({ route }) => route).toSorted()).toEqual(paths.toSorted());
});

describe('a page', () => {
  test('shows its data at every size, accessibly, and its tab stops are visible', { timeout: 400_000 }, async () => {
    const rows: readonly PageRow[] = [...pages, { route: '/bookshelf', at: () => '/bookshelf?sort=own', full: 'Python 编程起步' }];
    const problems = await visitPages(product, reader, rows, {
      state: 'data',
      testIds,
      check: async (row, name, index) => {
        const findings = [
          ...(await checkData(reader.page, row)),
          ...(await checkAppearance(reader, index < pages.length ? name : `${name}-own`)),
        ];
        const hasTabStops = !WITHOUT_TAB_STOPS.includes(row.route) && !ONLY_ANONYMOUS_TAB_STOPS.has(row.route);
        if (hasTabStops) findings.push(...(await checkTabStops(reader, name, ['desktop', 'phone'])));
        // The test waits until the responses are cached before it opens the next page.
        await reader.waitForRequests();
        return findings;
      },
    });
    expect(problems).toEqual([]);
    expect(reader.problems).toEqual([]);
    expect(reader.foreignRequests).toEqual([]);
  });

  test('for all users shows its data to an anonymous user, accessibly, and its tab stops are visible', { timeout: 400_000 }, async () => {
    const anonymousPage = await visit(browser, 'desktop');
    const { page } = anonymousPage;
    const rows = pages.filter(({ isPersonal = false }) => !isPersonal);
    const problems = await visitPages(product, anonymousPage, rows, {
      state: 'signed-out',
      testIds,
      check: async ({ route, full, anonymousText = full }, name, index) => {
        const findings = [
          ...(await findingIfMissing(anonymousText, visibleText(page, anonymousText))),
          ...(await checkStateAppearance(anonymousPage, name)),
        ];
        if (ANONYMOUS_TAB_STOPS.includes(route))
          findings.push(...(await checkTabStops(anonymousPage, name, ['desktop', 'phone'], { includesShell: index === 0 })));
        return findings;
      },
    });
    expect([...problems, ...anonymousPage.problems]).toEqual([]);
    await anonymousPage.context.close();
  });

  test('is shown without a server by the installed client, with cached data or an error message', async () => {
    product.process.kill('SIGKILL');
    const { page } = reader;
    const problems = await visitPages(product, reader, pages, {
      state: 'offline',
      testIds,
      isOffline: true,
      check: async ({ route, needsServer = false, isStill = false }, name) => {
        // The appearance is also checked for two pages: one that shows an error without a server, and one that works without it.
        const appearance = ['/', '/course/search'].includes(route) ? () => checkStateAppearance(reader, name) : () => Promise.resolve([]);
        if (!needsServer) {
          const title = await findingIfMissing('the heading', mainOf(page).getByRole('heading', { level: 1 }));
          const messages = isStill ? [] : await findingIfMissing('离线', page.getByRole('banner').getByText('离线'));
          await page.getByText('页面没有加载出来').waitFor({ state: 'detached' });
          return [...title, ...messages, ...(await appearance())];
        }
        // Without a server, a page shows the alert that the specification requires; the reading page shows its own message instead.
        const alert = page.getByRole('alertdialog', { name: '错误' });
        const unopened = page.getByRole('heading', { name: '这本书没有打开' });
        const silent = await findingIfMissing('the alert', alert.or(unopened));
        if (silent.length > 0) return silent;
        if (await alert.isVisible()) await alert.getByRole('button', { name: '确定' }).click();
        return [...(await findingIfMissing('重试', mainOf(page).getByRole('button', { name: '重试' }))), ...(await appearance())];
      },
    });
    expect(problems).toEqual([]);
  });
});

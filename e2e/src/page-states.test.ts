/**
 * Every page of the product in every state it has: with data, signed out, with nothing, failed, offline; seen at the three sizes and
 * read by a machine. A page is loaded once for each state, and its window then made smaller. That the sources name these states for
 * each page is shown by `apps/web/src/app/page-states.test.ts`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  createOrder,
  getBookOffer,
  listCollectionRecords,
  listDeskBooks,
  listHomeSlots,
  removeCollection,
  removeHomeSlot,
  setBookShelf,
} from '@shufang/contract';
import { type Product, projectRoot, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { look } from './look.ts';
import { callAs, DEMO_READER, signInByPassword } from './people.ts';
import { openBook, selectText, untilPlaceSent } from './reading.ts';

const NEWCOMER = { tel: '13922224444', password: 'Xin-laide-2026' };
const CHAPTER = `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`;
const READER = { tel: '13922225555', password: 'Kan-shu-2026' };
const ADMIN = { tel: '13800000006', password: DEMO_READER.password };

interface PageRow {
  /** As the route table spells it. */
  readonly route: string;
  /** Where it is opened; the route itself when absent. */
  readonly at?: () => string;
  /** Asks a stranger to sign in, in the dialog. */
  readonly isPersonal?: boolean;
  /** Stands without the server: asks it for nothing, or works from the device. */
  readonly isStill?: boolean;
  /** Without a server there is nothing to show, and it says so. */
  readonly needsServer?: boolean;
}

const pages: readonly PageRow[] = [
  { route: '/' },
  { route: '/course/list' },
  { route: '/course/search', at: () => `/course/search?q=${encodeURIComponent('循环')}`, needsServer: true },
  { route: '/book/list' },
  { route: '/book/collection/:id', at: () => `/book/collection/${collectionId}` },
  { route: '/course/info/:bookId', at: () => `/course/info/${bookId}` },
  { route: '/course/learning/:bookId', at: () => `/course/learning/${bookId}`, needsServer: true },
  { route: '/bookshelf' },
  { route: '/bookshelf/recent', isStill: true },
  { route: '/bookshelf/owned' },
  { route: '/bookshelf/collection', isStill: true },
  { route: '/user', isPersonal: true },
  { route: '/user/myOrders', isPersonal: true },
  { route: '/user/myBooks', isPersonal: true },
  { route: '/user/myNotes', isPersonal: true, isStill: true },
  { route: '/user/myEditedBook', isPersonal: true },
  { route: '/user/authorStatic/:bookId', at: () => `/user/authorStatic/${bookId}`, isPersonal: true },
  { route: '/user/teacher', isPersonal: true },
  { route: '/user/login', isStill: true },
  { route: '/redeem', isStill: true },
  { route: '/q/:code', at: () => '/q/QZZZZZZ', needsServer: true },
  { route: '/pay/:orderNo', at: () => `/pay/${orderNo}`, isPersonal: true },
  { route: '/helper/student-manual', isStill: true },
  { route: '/helper/teacher-manual', isStill: true },
  { route: '/helper/appUpdater' },
  { route: '/helper/contact' },
  { route: '/pc' },
  { route: '/mobile' },
  { route: '/404', at: () => '/no/such/place', isStill: true },
];

/** Those of the desk, seen by the one who may do everything there. */
const deskPages: readonly PageRow[] = [
  { route: '/admin' },
  { route: '/admin/books' },
  { route: '/admin/books/:bookId', at: () => `/admin/books/${bookId}` },
  { route: '/admin/categories' },
  { route: '/admin/collections' },
  { route: '/admin/collections/:id', at: () => `/admin/collections/${collectionId}` },
  { route: '/admin/home' },
  { route: '/admin/links' },
  { route: '/admin/votes' },
  { route: '/admin/import' },
  { route: '/admin/requests' },
  { route: '/admin/tickets' },
  { route: '/admin/errata' },
  { route: '/admin/ratings' },
  { route: '/admin/users' },
  { route: '/admin/versions' },
  { route: '/admin/codes' },
  { route: '/admin/claims' },
  { route: '/admin/orders' },
  { route: '/admin/orders/:no', at: () => `/admin/orders/${orderNo}` },
  { route: '/admin/refunds' },
  { route: '/admin/invoices' },
  { route: '/admin/licences' },
  { route: '/admin/institutions' },
  { route: '/admin/audit' },
];

let product: Product;
let browser: Browser;
let bookId: string;
let collectionId: string;
let orderNo: string;

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  for (const { tel, password } of [NEWCOMER, READER]) await product.command('user', 'create', '--tel', tel, '--password', password);
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const arrive = async (
  person?: { readonly tel: string; readonly password: string },
  workers: 'allow' | 'block' = 'block',
): Promise<Visitor> => {
  const visitor = await visit(browser, 'desktop', workers);
  await visitor.page.goto(product.url);
  if (person) await signInByPassword(product, visitor.page, person.tel, person.password);
  return visitor;
};

const nameOf = (route: string): string => route.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';

/** Opens each page and looks at it once `check` has seen the state it is to be in; answers the faults. */
const walk = async (
  visitor: Visitor,
  state: string,
  rows: readonly PageRow[],
  judged: 'each' | 'narrowest',
  check: (page: Page, row: PageRow) => Promise<void> = async () => undefined,
): Promise<string[]> => {
  const faults: string[] = [];
  for (const row of rows) {
    await visitor.page.goto(product.url + (row.at?.() ?? row.route));
    await check(visitor.page, row);
    faults.push(...(await look(visitor, `${nameOf(row.route)}-${state}`, judged)));
  }
  return faults;
};

test('no page of the route table is left out', () => {
  const table = readFileSync(path.join(projectRoot, 'apps/web/src/app/routes.tsx'), 'utf8');
  const named = readFileSync(path.join(projectRoot, 'apps/web/src/app/route-names.ts'), 'utf8');
  const routes = [
    ...[...table.matchAll(/\bscreen\(\s*'([^']+)'/g)].map(([, route = '']) => route),
    ...[...named.matchAll(/'(\/[^']*)'/g)].map(([, route = '']) => route),
    ...[...table.matchAll(/\bdesk\(\s*'([^']+)'/g)].map(([, route = '']) => route),
  ];
  const known = new Set([...pages, ...deskPages].map(({ route }) => route));
  expect(routes.length).toBeGreaterThan(known.size - 2);
  expect(routes.filter((route) => !known.has(route))).toEqual([]);
});

describe('a page', () => {
  let reader: Visitor;
  let admin: Visitor;

  beforeAll(async () => {
    reader = await arrive(READER, 'allow');
    admin = await arrive(ADMIN);
    const { items } = await callAs(product, admin.page, listDeskBooks, { limit: 50 });
    const idOf = (title: string): string => items.find((book) => book.title === title)?.bookId ?? '';
    bookId = idOf('Python 编程起步');
    collectionId = (await callAs(product, admin.page, listCollectionRecords, {})).items[0]?.id ?? '';
    const offer = await callAs(product, reader.page, getBookOffer, { bookId });
    orderNo = (await callAs(product, reader.page, createOrder, { bookId, priceFen: offer.priceFen })).order.no;
    await openBook(reader.page, product.url, bookId, CHAPTER);
    await selectText(reader.page, '程序');
    await reader.page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
    await reader.page.getByRole('textbox', { name: '笔记内容' }).fill('先写下来，再让机器去做。');
    await reader.page.getByRole('button', { name: '保存' }).click();
    await untilPlaceSent(reader.page);
  }, 120_000);

  afterAll(async () => {
    await Promise.all([reader?.context.close(), admin?.context.close()]);
  });

  test('with data', async () => {
    // So that what was answered is kept before the next page is opened.
    expect(await walk(reader, 'data', pages, 'each', () => reader.untilAnswered())).toEqual([]);
    expect(reader.faults).toEqual([]);
    expect(reader.foreignRequests).toEqual([]);
  });

  test('of the desk, with data', async () => {
    expect(await walk(admin, 'data', deskPages, 'each')).toEqual([]);
    expect(admin.faults).toEqual([]);
    expect(admin.foreignRequests).toEqual([]);
  });

  test('signed out', async () => {
    const stranger = await arrive();
    const faults = await walk(stranger, 'signed-out', pages, 'narrowest', async (page, { isPersonal = false }) => {
      if (!isPersonal) return;
      const dialog = page.getByRole('dialog', { name: '登录' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });
    expect([...faults, ...stranger.faults]).toEqual([]);
    await stranger.context.close();
  });

  test('whose calls fail', async () => {
    const newcomer = await arrive(NEWCOMER);
    const faults: string[] = [];
    for (const [visitor, rows] of [
      [newcomer, pages],
      [admin, deskPages],
    ] as const) {
      // Who the person is and what they may do is still known.
      await visitor.page.route(/\/api\/(?!my\/getRole|center-user\/)/, (route) => route.fulfill({ status: 500, json: {} }));
      const found = await walk(visitor, 'failed', rows, 'narrowest', async (page, { isStill = false }) => {
        const main = page.getByRole('main');
        const told = isStill
          ? main.getByRole('heading', { level: 1 })
          : main.getByRole('alert').or(main.getByRole('button', { name: /重试|再试/ }));
        await told.first().waitFor();
      });
      faults.push(...found);
      await visitor.page.unroute(/\/api\/(?!my\/getRole|center-user\/)/);
    }
    expect(faults).toEqual([]);
    await newcomer.context.close();
  });

  test('with nothing to show', async () => {
    const { items } = await callAs(product, admin.page, listDeskBooks, { limit: 50 });
    for (const { bookId: id } of items) await callAs(product, admin.page, setBookShelf, { bookId: id, state: 'offShelf', reason: '盘点' });
    for (const { id } of (await callAs(product, admin.page, listHomeSlots, {})).items)
      await callAs(product, admin.page, removeHomeSlot, { id });
    for (const { id } of (await callAs(product, admin.page, listCollectionRecords, {})).items)
      await callAs(product, admin.page, removeCollection, { id });
    const newcomer = await arrive(NEWCOMER);
    expect(await walk(newcomer, 'empty', pages, 'narrowest')).toEqual([]);
    expect(await walk(admin, 'empty-operator', pages.slice(0, 1), 'narrowest')).toEqual([]);
    await newcomer.context.close();
  });

  test('without a server', async () => {
    product.process.kill('SIGKILL');
    const faults = await walk(reader, 'offline', pages, 'narrowest', async (page, { needsServer = false, isStill = false }) => {
      if (!needsServer) {
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        if (!isStill) await page.getByRole('banner').getByText('离线').waitFor();
        await page.getByText('页面没有加载出来').waitFor({ state: 'detached' });
        return;
      }
      // The alert of the specification, but in the reader, which says it in its own place.
      const alert = page.getByRole('alertdialog', { name: '错误' });
      const unopened = page.getByRole('heading', { name: '这本书没有打开' });
      await alert.or(unopened).waitFor();
      if (await alert.isVisible()) await alert.getByRole('button', { name: '确定' }).click();
      await page.getByRole('main').getByRole('button', { name: '重试' }).waitFor();
    });
    expect(faults).toEqual([]);
  });
});

/**
 * Every page of the product in every state it has: with data, signed out, with nothing, failed, offline; known by its words, seen at the
 * promised sizes and read by a machine (`look.ts` says when). That the sources name these states for each page is shown by
 * `apps/web/src/app/page-states.test.ts`.
 */
import path from 'node:path';
import {
  listCategoryRecords,
  listCollectionRecords,
  listDeskBooks,
  listHomeSlots,
  listImports,
  removeCollection,
  removeHomeSlot,
  SUCCESS,
  setBookShelf,
} from '@shufang/contract';
import { type Product, projectRoot, startProduct } from '@shufang/dev-env';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { fillProduct } from './fill-product.ts';
import { look, lookAtState } from './look.ts';
import { deskPages, type PageRow, type Places, pages } from './page-rows.ts';
import { arriveAs, callAs, DEMO_ADMIN, makeReader } from './people.ts';

const NEWCOMER = { tel: '13922224444', password: 'Xin-laide-2026' };
const READER = { tel: '13922225555', password: 'Kan-shu-2026' };
/** Runs the desk too, in a browser that keeps the client. */
const COLLEAGUE = { tel: '13922226666', password: 'Tong-shi-2026' };

/** What a product is delivered with: nothing is there once it has been taken away. */
const DELIVERED = new Set(['/admin/collections', '/admin/home']);
/** What stays: nothing is there only in a product where nothing was done yet. */
const LASTING = new Set(['/helper/appUpdater', '/pc']);

let product: Product;
let browser: Browser;
let places: Places = { bookId: '', collectionId: '', batchId: '', orderNo: '', shortCode: '' };

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  for (const { tel, password } of [NEWCOMER, READER]) await makeReader(product, tel, password);
  await makeReader(product, COLLEAGUE.tel, COLLEAGUE.password, { role: 'admin' });
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
  if (person) await arriveAs(product, visitor.page, person.tel, person.password);
  return visitor;
};

const main = (page: Page): Locator => page.getByRole('main');
const inSight = (page: Page, text: string): Locator => main(page).getByText(text).filter({ visible: true });

/** Waits for it; a fault when it does not come. */
const missing = async (what: string, wanted: Locator): Promise<string[]> => {
  try {
    await wanted.first().waitFor();
    return [];
  } catch (error) {
    return [`${what} did not come: ${String(error).split('\n', 1)[0]}`];
  }
};

const nameOf = (route: string): string => route.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
const addressOf = (row: PageRow): string => row.at?.(places) ?? row.route;

interface Walk {
  readonly state: string;
  readonly look: typeof look;
  readonly at?: (row: PageRow) => string;
  /** Waits for the state; answers what it lacks. */
  readonly check: (page: Page, row: PageRow) => Promise<readonly string[]>;
  readonly leave?: () => Promise<void>;
}

/** Opens each page and looks at it once it is in the state; answers the faults. */
const walk = async (visitor: Visitor, rows: readonly PageRow[], { state, look: lookAt, at = addressOf, check, leave }: Walk) => {
  const faults: string[] = [];
  for (const row of rows) {
    const name = `${nameOf(row.route)}-${state}`;
    await visitor.page.goto(product.url + at(row));
    faults.push(...(await check(visitor.page, row)).map((fault) => `${name}: ${fault}`), ...(await lookAt(visitor, name)));
    await leave?.();
  }
  return faults;
};

const withData: Omit<Walk, 'leave'> = {
  state: 'data',
  look,
  check: async (page, { full, empty }) => {
    const faults = await missing(full, inSight(page, full));
    const isEmpty = empty !== undefined && (await inSight(page, empty).count()) > 0;
    return isEmpty ? [...faults, `says “${empty}”`] : faults;
  },
};

const withNothing: Walk = {
  state: 'empty',
  look: lookAtState,
  at: (row) => row.emptyAt ?? addressOf(row),
  check: (page, { full, empty = full }) => missing(empty, inSight(page, empty)),
};

interface Route {
  readonly path?: string;
  readonly lazy?: unknown;
  readonly children?: readonly Route[];
}

test('no page of the route table is left out', async () => {
  const table = path.join(projectRoot, 'apps/web/src/app/routes.tsx');
  const { routes } = (await import(table)) as { routes: readonly Route[] };
  const all = (list: readonly Route[]): readonly Route[] => list.flatMap((route) => [route, ...all(route.children ?? [])]);
  const shown = all(routes).flatMap((route) => (route.path === undefined || route.lazy === undefined ? [] : [route.path]));
  expect([...pages, ...deskPages].map(({ route }) => route).toSorted()).toEqual(shown.toSorted());
});

describe('a page', () => {
  let reader: Visitor;
  let admin: Visitor;
  let colleague: Visitor;

  beforeAll(async () => {
    admin = await arrive(DEMO_ADMIN);
  }, 60_000);

  afterAll(async () => {
    await Promise.all([reader?.context.close(), admin?.context.close(), colleague?.context.close()]);
  });

  test('of the desk and of the clients, with nothing to show', async () => {
    const none = { json: { code: SUCCESS, message: '', payload: { items: [] } } };
    // Every product is delivered with disciplines, and this one with books.
    const delivered = new RegExp(`${listCategoryRecords.path}|${listImports.path}`);
    await admin.page.route(delivered, (route) => route.fulfill(none));
    const rows = [...deskPages.filter(({ route }) => !DELIVERED.has(route)), ...pages.filter(({ route }) => LASTING.has(route))];
    expect([...(await walk(admin, rows, withNothing)), ...admin.faults]).toEqual([]);
    await admin.page.unroute(delivered);
  });

  describe('once there is something', () => {
    beforeAll(async () => {
      colleague = await arrive(COLLEAGUE, 'allow');
      reader = await arrive(READER, 'allow');
      places = await fillProduct(product, { admin: admin.page, reader: reader.page }, READER.tel);
    }, 120_000);

    test('with data', async () => {
      // So that what was answered is kept before the next page is opened.
      expect(await walk(reader, pages, { ...withData, leave: () => reader.untilAnswered() })).toEqual([]);
      expect(reader.faults).toEqual([]);
      expect(reader.foreignRequests).toEqual([]);
    });

    test('of the desk, with data', async () => {
      expect(await walk(colleague, deskPages, withData)).toEqual([]);
      expect(colleague.faults).toEqual([]);
      expect(colleague.foreignRequests).toEqual([]);
    });

    test('signed out', async () => {
      const stranger = await arrive();
      const faults = await walk(stranger, pages, {
        state: 'signed-out',
        look: lookAtState,
        check: async (page, { isPersonal = false, full, stranger: shown = full }) => {
          if (!isPersonal) return missing(shown, inSight(page, shown));
          const dialog = page.getByRole('dialog', { name: '登录' });
          await dialog.waitFor();
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'detached' });
          return missing('the card', main(page).getByRole('heading', { name: /^登录后查看/ }));
        },
      });
      expect([...faults, ...stranger.faults]).toEqual([]);
      await stranger.context.close();
    });

    test('of the desk, signed out', async () => {
      const stranger = await arrive();
      const faults = await walk(stranger, deskPages, {
        state: 'signed-out',
        look: lookAtState,
        check: async (page, row) => {
          const faults = await missing('the form', inSight(page, '登录书房'));
          const { pathname, searchParams } = new URL(page.url());
          const isAsked = pathname === '/user/login' && searchParams.get('redirect') === addressOf(row);
          return isAsked ? faults : [...faults, `leads to ${page.url()}`];
        },
      });
      expect([...faults, ...stranger.faults]).toEqual([]);
      await stranger.context.close();
    });

    /** Looks at the pages while every call fails; who the person is and what they may do is still known. */
    const walkFailing = async (visitor: Visitor, rows: readonly PageRow[]): Promise<string[]> => {
      const calls = /\/api\/(?!my\/getRole|center-user\/)/;
      await visitor.page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
      const faults = await walk(visitor, rows, {
        state: 'failed',
        look: lookAtState,
        check: async (page, { isStill = false }) => {
          const told = main(page)
            .getByRole('alert')
            .or(main(page).getByRole('button', { name: /重试|再试/ }));
          return missing('what is told', isStill ? main(page).getByRole('heading', { level: 1 }) : told);
        },
      });
      await visitor.page.unroute(calls);
      return faults;
    };

    test('whose calls fail', async () => {
      const newcomer = await arrive(NEWCOMER);
      expect(await walkFailing(newcomer, pages)).toEqual([]);
      await newcomer.context.close();
    });

    test('of the desk, whose calls fail', async () => {
      expect(await walkFailing(admin, deskPages)).toEqual([]);
    });

    test('with nothing to show', async () => {
      const { items } = await callAs(product, admin.page, listDeskBooks, { limit: 50 });
      for (const { bookId } of items) await callAs(product, admin.page, setBookShelf, { bookId, state: 'offShelf', reason: '盘点' });
      for (const { id } of (await callAs(product, admin.page, listHomeSlots, {})).items)
        await callAs(product, admin.page, removeHomeSlot, { id });
      for (const { id } of (await callAs(product, admin.page, listCollectionRecords, {})).items)
        await callAs(product, admin.page, removeCollection, { id });
      const newcomer = await arrive(NEWCOMER);
      const rows = pages.filter(({ route }) => !LASTING.has(route));
      expect(await walk(newcomer, rows, withNothing)).toEqual([]);
      const ofOperator = [...pages.slice(0, 1), ...deskPages.filter(({ route }) => DELIVERED.has(route))];
      expect(await walk(admin, ofOperator, { ...withNothing, state: 'empty-operator' })).toEqual([]);
      await newcomer.context.close();
    });

    test('without a server', async () => {
      product.process.kill('SIGKILL');
      const faults = await walk(reader, pages, {
        state: 'offline',
        look: lookAtState,
        check: async (page, { needsServer = false, isStill = false }) => {
          if (!needsServer) {
            const title = await missing('the heading', main(page).getByRole('heading', { level: 1 }));
            const told = isStill ? [] : await missing('离线', page.getByRole('banner').getByText('离线'));
            await page.getByText('页面没有加载出来').waitFor({ state: 'detached' });
            return [...title, ...told];
          }
          // The alert of the specification, but in the reader, which says it in its own place.
          const alert = page.getByRole('alertdialog', { name: '错误' });
          const unopened = page.getByRole('heading', { name: '这本书没有打开' });
          const silent = await missing('the alert', alert.or(unopened));
          if (silent.length > 0) return silent;
          if (await alert.isVisible()) await alert.getByRole('button', { name: '确定' }).click();
          return missing('重试', main(page).getByRole('button', { name: '重试' }));
        },
      });
      expect(faults).toEqual([]);
    });

    test('of the desk, without a server', async () => {
      const faults = await walk(colleague, deskPages, {
        state: 'offline',
        look: lookAtState,
        check: async (page) => [
          ...(await missing('the heading', main(page).getByRole('heading', { level: 1 }))),
          ...(await missing('离线', page.getByRole('banner').getByText('离线'))),
          ...(await missing('重试', main(page).getByRole('alert').getByRole('button', { name: '重试' }))),
        ],
      });
      expect(faults).toEqual([]);
    });
  });
});

/** Every page, gone through by Tab alone: each stop is in sight, shows that it has the focus, and stands where reading goes on; within a form never above the one before. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type SizeName, type Visitor, visit } from './browser.ts';
import { fillProduct } from './fill-product.ts';
import { deskPages, type PageRow, type Places, pages } from './page-rows.ts';
import { arriveAs, DEMO_ADMIN, makeReader } from './people.ts';
import { settle } from './settle.ts';

const READER = { tel: '13922227777', password: 'Jian-pan-2026' };

/** The same for everybody, or, as a form, for strangers only: gone through by a stranger. */
const OPEN_PAGES: readonly string[] = ['/', '/pc', '/mobile', '/user/login', '/lesson/connect/dispatch', '/helper/teacher-manual', '/404'];
const MORE_OPEN_PAGES = ['/404?from=%2Fq%2FABC234', '/helper/contact', '/redeem'];
const MORE_OWN_PAGES = ['/bookshelf?sort=own'];
/** The reader has keys of its own (`books`, `notes`), and a short code leads to another page. */
const ELSEWHERE: readonly string[] = ['/course/learning/:bookId', '/q/:code'];
/** Come as HTML, which the client's own screen takes the place of a moment later for who is signed in. */
const FIRST_SCREENS = /^\/(?:$|course\/(?:list|info)|book\/list)/;
/** On a phone the desk has one control more, the button of its menu, and no other order. */
const DESK_PAGES_ON_PHONE = ['/admin', '/admin/books'];

/** More than any page has. */
const STOPS_MAX = 200;
/** The tree of disciplines: hundreds of like rows, of which the first are gone through. */
const LONG_PAGE = '/admin/categories';
const LONG_PAGE_STOPS = 60;

let product: Product;
let browser: Browser;
let places: Places;

const arrive = async (size: SizeName, { tel, password }: { readonly tel: string; readonly password: string }): Promise<Visitor> => {
  const visitor = await visit(browser, size);
  await arriveAs(product, visitor.page, tel, password);
  return visitor;
};

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  await makeReader(product, READER.tel, READER.password);
  const [admin, reader] = [await arrive('desktop', DEMO_ADMIN), await arrive('desktop', READER)];
  places = await fillProduct(product, { admin: admin.page, reader: reader.page }, READER.tel);
  await Promise.all([admin.context.close(), reader.context.close()]);
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Stop {
  readonly name: string;
  readonly faults: readonly string[];
  /** Where it stands in its form: the number of the form in the page, its edges in pixels from the form's own. */
  readonly inForm?: { readonly form: number; readonly top: number; readonly bottom: number };
}

/** What is wrong with the element that has the focus; undefined when nothing has it, as after the last stop. */
const lookAtFocus = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const page = globalThis as unknown as { stopped?: WeakSet<Element> };
    const stopped = (page.stopped ??= new WeakSet());
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)}`;
    // Within a field for a date Tab goes from year to month to day; without the focus for a moment it would begin anew.
    if (stopped.has(element)) return { name, faults: [] };
    stopped.add(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const isInSight = seen !== null && [element, ...labels].some((each) => each.contains(seen) || seen.contains(each));
    /** Edge, ring and shade of it, of what is drawn over it, and of the box it stands in, once nothing moves. */
    const looks = (): string => {
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
      }
      return [getComputedStyle(element), getComputedStyle(element, '::after'), getComputedStyle(element.parentElement ?? element)]
        .map(({ outlineStyle, outlineWidth, boxShadow }) => `${outlineStyle} ${outlineWidth} ${boxShadow}`)
        .join();
    };
    const focused = looks();
    element.blur();
    const isShown = looks() !== focused;
    element.focus({ preventScroll: true });
    const form = [...document.forms].findIndex((each) => each.contains(element));
    const above = document.forms[form]?.getBoundingClientRect().top ?? 0;
    return {
      name,
      ...(form < 0 ? {} : { inForm: { form, top: top - above, bottom: top + height - above } }),
      faults: [
        ...(isInSight ? [] : ['is out of sight']),
        ...(isShown ? [] : ['does not show that it has the focus']),
        ...(scrollY === 0 ? [] : ['has scrolled the window']),
      ],
    };
  });

/** `isFirst`: from the frame on, which stands around every page; on the others the first stop leads past it, and the menu of the desk is passed. */
const goThrough = async ({ page, untilAnswered }: Visitor, address: string, isFirst: boolean): Promise<string[]> => {
  await page.goto(product.url + address);
  await settle(page);
  if (FIRST_SCREENS.test(address)) await untilAnswered();
  const faults: string[] = [];
  const stops: string[] = [];
  const mostStops = address === LONG_PAGE ? LONG_PAGE_STOPS : STOPS_MAX;
  let before: Stop | undefined;
  while (stops.length < mostStops) {
    if (!isFirst && stops.length === 1) {
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName), { message: address }).toBe('main');
      const menu = page.getByRole('main').getByRole('navigation', { name: '工作台' }).getByRole('link');
      if ((await menu.count()) > 0) await menu.last().focus();
    }
    await page.keyboard.press('Tab');
    const stop = await lookAtFocus(page);
    if (stop === undefined) break;
    stops.push(stop.name);
    const [here, there] = [stop.inForm, before?.inForm];
    if (here !== undefined && here.form === there?.form && here.bottom <= there.top)
      faults.push(`${address}: ${stop.name} stands above ${before?.name}, which comes before it`);
    before = stop;
    faults.push(...stop.faults.map((fault) => `${address}: ${stop.name} ${fault}`));
  }
  if (stops.length < (isFirst ? 6 : 2)) faults.push(`${address}: has only ${stops.length} stops`);
  if (stops.length === STOPS_MAX) faults.push(`${address}: Tab never comes to the end`);
  // The first stop leads past the frame, the navigation before what it leads to.
  if (!stops[0]?.includes('跳到')) faults.push(`${address}: begins at ${stops[0]}`);
  return faults;
};

const goThroughAll = async (visitor: Visitor, addresses: readonly string[]): Promise<string[]> => {
  const faults: string[] = [];
  for (const [place, address] of addresses.entries()) faults.push(...(await goThrough(visitor, address, place === 0)));
  return faults;
};

const addressOf = (row: PageRow): string => row.at?.(places) ?? row.route;

describe.each(['desktop', 'phone'] as const)('on a %s', (size) => {
  test('a stranger sees where the focus is', async () => {
    const visitor = await visit(browser, size);
    expect(await goThroughAll(visitor, [...OPEN_PAGES, ...MORE_OPEN_PAGES])).toEqual([]);
    await visitor.context.close();
  });

  test('a person sees where the focus is on all other pages', async () => {
    const visitor = await arrive(size, READER);
    const own = pages.filter(({ route }) => !OPEN_PAGES.includes(route) && !ELSEWHERE.includes(route)).map(addressOf);
    expect(await goThroughAll(visitor, [...own, ...MORE_OWN_PAGES])).toEqual([]);
    await visitor.context.close();
  });

  test('who runs the platform sees where the focus is on the pages of the desk', async () => {
    const visitor = await arrive(size, DEMO_ADMIN);
    const rows = deskPages.filter(({ route }) => size === 'desktop' || DESK_PAGES_ON_PHONE.includes(route));
    expect(await goThroughAll(visitor, rows.map(addressOf))).toEqual([]);
    await visitor.context.close();
  });
});

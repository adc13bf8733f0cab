/** Every page of a person, gone through by Tab alone: each stop is in sight, shows that it has the focus, and stands where reading goes on. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit } from './browser.ts';
import { DEMO_READER, signInByPassword } from './people.ts';
import { settle } from './settle.ts';

const OPEN_PAGES = ['/mobile', '/pc', '/user/login', '/helper/contact', '/helper/teacher-manual', '/404?from=%2Fq%2FABC234'];
const OWN_PAGES = [
  '/user',
  '/user/myBooks',
  '/user/myNotes',
  '/user/myEditedBook',
  '/user/teacher',
  '/bookshelf',
  '/bookshelf?sort=own',
  '/bookshelf/recent',
  '/bookshelf/owned',
  '/bookshelf/collection',
  '/helper/student-manual',
  '/helper/appUpdater',
  '/helper/contact',
];

/** More than any page has. */
const STOPS_MAX = 150;

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** What is wrong with the element that has the focus; undefined when nothing has it, as after the last stop. */
const lookAtFocus = (page: Page): Promise<{ name: string; faults: string[] } | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)}`;
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
    return {
      name,
      faults: [
        ...(isInSight ? [] : ['is out of sight']),
        ...(isShown ? [] : ['does not show that it has the focus']),
        ...(scrollY === 0 ? [] : ['has scrolled the window']),
      ],
    };
  });

const goThrough = async (page: Page, address: string): Promise<string[]> => {
  await page.goto(product.url + address);
  await settle(page);
  const faults: string[] = [];
  const stops: string[] = [];
  while (stops.length < STOPS_MAX) {
    await page.keyboard.press('Tab');
    const stop = await lookAtFocus(page);
    if (stop === undefined) break;
    stops.push(stop.name);
    faults.push(...stop.faults.map((fault) => `${address}: ${stop.name} ${fault}`));
  }
  if (stops.length < 6) faults.push(`${address}: has only ${stops.length} stops`);
  if (stops.length === STOPS_MAX) faults.push(`${address}: Tab never comes to the end`);
  // The first stop leads past the frame, the navigation before what it leads to.
  if (!stops[0]?.includes('跳到')) faults.push(`${address}: begins at ${stops[0]}`);
  return faults;
};

describe.each(['desktop', 'phone'] as const)('on a %s', (size) => {
  test('a stranger sees where the focus is', async () => {
    const { page, context } = await visit(browser, size);
    const faults: string[] = [];
    for (const address of OPEN_PAGES) faults.push(...(await goThrough(page, address)));
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a person sees where the focus is on all pages of their own', async () => {
    const { page, context } = await visit(browser, size);
    await page.goto(product.url);
    await signInByPassword(product, page, DEMO_READER.tel, DEMO_READER.password);
    const faults: string[] = [];
    for (const address of OWN_PAGES) faults.push(...(await goThrough(page, address)));
    expect(faults).toEqual([]);
    await context.close();
  });
});

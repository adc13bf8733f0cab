/** Traverses a page with the Tab key. Every tab stop must be visible, have a focus indicator, and follow the order of its form. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type SizeName, sizes, type TestPage } from './browser.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

/** Maximum number of tab stops, larger than that of any page. */
const STOPS_MAX = 400;

interface Stop {
  readonly name: string;
  readonly problems: readonly string[];
  /** Position of the stop in its form: the number of the form on the page, and the edges in pixels relative to the form. */
  readonly inForm?: { readonly form: number; readonly top: number; readonly bottom: number };
}

export interface TabStopOptions {
  /** Whether the stops of the app shell, which are the same on every page, are also checked. */
  readonly includesShell?: boolean;
  /** Number of stops after which the check ends: for pages with hundreds of similar rows. */
  readonly maxStops?: number;
}

/** Lets the next Tab begin at the start of the page, and forgets which elements were checked. */
const restart = (page: Page): Promise<void> =>
  page.evaluate(() => {
    delete (globalThis as unknown as { checked?: WeakSet<Element> }).checked;
    document.querySelector('main')?.scrollTo(0, 0);
    // Focuses the body, because the next Tab starts from the focused element.
    document.body.tabIndex = -1;
    document.body.focus({ preventScroll: true });
    document.body.removeAttribute('tabindex');
  });

/** Returns the focused element with its problems; undefined when nothing has the focus, as after the last stop. */
const checkFocusedElement = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const page = globalThis as unknown as { checked?: WeakSet<Element> };
    const checked = (page.checked ??= new WeakSet());
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)}`;
    // An element that was checked before is not checked again: within a date field, Tab moves from year to month to day.
    if (checked.has(element)) return { name, problems: [] };
    checked.add(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const isInSight = seen !== null && [element, ...labels].some((each) => each.contains(seen) || seen.contains(each));
    /** Returns the outline and shadow of the element, of its `::after` and of its parent, with all animations finished. */
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
      problems: [
        ...(isInSight ? [] : ['is out of sight']),
        ...(isShown ? [] : ['does not show that it has the focus']),
        ...(scrollY === 0 ? [] : ['has scrolled the window']),
      ],
    };
  });

/** Moves the focus to the content by the skip link, and past the menu of the admin area. */
const skipShell = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName), { message: name }).toBe('main');
  const menu = page.getByRole('main').getByRole('navigation', { name: '工作台' }).getByRole('link').filter({ visible: true });
  if ((await menu.count()) > 0) await menu.last().focus();
};

const checkAtSize = async (
  { page }: TestPage,
  name: string,
  { includesShell = false, maxStops = STOPS_MAX }: TabStopOptions,
): Promise<string[]> => {
  await waitUntilSettled(page);
  await restart(page);
  const problems: string[] = [];
  const stops: string[] = [];
  let before: Stop | undefined;
  while (stops.length < maxStops) {
    if (!includesShell && stops.length === 1) await skipShell(page, name);
    await page.keyboard.press('Tab');
    const stop = await checkFocusedElement(page);
    if (stop === undefined) break;
    stops.push(stop.name);
    const [here, there] = [stop.inForm, before?.inForm];
    if (here !== undefined && here.form === there?.form && here.bottom <= there.top)
      problems.push(`${name}: ${stop.name} is above ${before?.name}, which precedes it`);
    before = stop;
    problems.push(...stop.problems.map((problem) => `${name}: ${stop.name} ${problem}`));
  }
  if (stops.length < (includesShell ? 6 : 2)) problems.push(`${name}: has only ${stops.length} stops`);
  if (stops.length === STOPS_MAX) problems.push(`${name}: Tab never reaches the end`);
  // The first stop of every page must be the skip link.
  if (!stops[0]?.includes('跳到')) problems.push(`${name}: begins at ${stops[0]}`);
  return problems;
};

/** Checks the open page at the given sizes, by resizing its window. Returns the findings. */
export const checkTabStops = async (
  testPage: TestPage,
  name: string,
  checkedSizes: readonly SizeName[],
  options: TabStopOptions = {},
): Promise<string[]> => {
  // Waits for pending responses, because they could move elements later.
  await testPage.waitForRequests();
  const problems: string[] = [];
  for (const size of checkedSizes) {
    await testPage.page.setViewportSize(sizes[size]);
    problems.push(...(await checkAtSize(testPage, `${name} ${size}`, options)));
  }
  await testPage.page.setViewportSize(sizes.desktop);
  return problems;
};

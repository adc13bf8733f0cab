/** Checks how a page looks at the supported window sizes: it is loaded once, then its window is resized. */
import { accessibilityProblemsOf, makeOf, overflowOf } from './accessibility.ts';
import { type SizeName, sizes, type TestPage } from './browser.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

/** Structures of page frames and page contents that axe has already checked in this test file, each with the window size. */
const judged = new Set<string>();

/** Returns whether axe has not yet checked a page's frame or content of this structure at this window size. */
const isNew = async ({ page }: TestPage, size: SizeName): Promise<boolean> => {
  const { frame, content } = await makeOf(page);
  const makes = [frame, content].map((make) => `${size} ${make}`);
  const isKnown = makes.every((make) => judged.has(make));
  for (const make of makes) judged.add(make);
  return !isKnown;
};

const checkAtSize = async (testPage: TestPage, name: string, size: SizeName, isJudged: boolean): Promise<string[]> => {
  const { page, picture } = testPage;
  await page.setViewportSize(sizes[size]);
  await waitUntilSettled(page);
  await picture(`${name}-${size}`);
  const problems = await (isJudged && (await isNew(testPage, size)) ? accessibilityProblemsOf(page) : overflowOf(page));
  return problems.map((problem) => `${name} ${size}: ${problem}`);
};

/** Takes a screenshot at each of the three window sizes. Returns the findings of axe and of the overflow check. */
export const checkAppearance = async (testPage: TestPage, name: string): Promise<string[]> => {
  const problems: string[] = [];
  for (const size of ['desktop', 'tablet', 'phone'] as const) problems.push(...(await checkAtSize(testPage, name, size, true)));
  await testPage.page.setViewportSize(sizes.desktop);
  return problems;
};

/**
 * Checks the appearance of one state of a page that is also checked elsewhere: axe runs in the narrowest layout only, and at the other
 * sizes only for a new structure.
 */
export const checkStateAppearance = async (testPage: TestPage, name: string): Promise<string[]> => {
  const { page, picture } = testPage;
  await page.setViewportSize(sizes.phone);
  await waitUntilSettled(page);
  await picture(`${name}-phone`);
  if (!(await isNew(testPage, 'phone'))) return (await overflowOf(page)).map((problem) => `${name} phone: ${problem}`);
  const problems = (await accessibilityProblemsOf(page)).map((problem) => `${name} phone: ${problem}`);
  for (const size of ['tablet', 'desktop'] as const) problems.push(...(await checkAtSize(testPage, name, size, false)));
  return problems;
};

/** Opens the pages of a table one after another, waits for a state of each, and checks it. */
import path from 'node:path';
import { type Product, projectRoot } from '@shufang/dev-env';
import type { Locator, Page } from 'playwright-core';
import type { TestPage } from './browser.ts';
import type { PageRow, TestIds } from './page-rows.ts';

export const mainOf = (page: Page): Locator => page.getByRole('main');
export const visibleText = (page: Page, text: string): Locator => mainOf(page).getByText(text).filter({ visible: true });

/** Waits for the element `wanted`. Returns a finding if it does not appear. */
export const findingIfMissing = async (what: string, wanted: Locator): Promise<string[]> => {
  try {
    await wanted.first().waitFor();
    return [];
  } catch (error) {
    return [`${what} did not appear: ${String(error).split('\n', 1)[0]}`];
  }
};

export const addressOf = (row: PageRow, testIds: TestIds): string => row.at?.(testIds) ?? row.route;

const nameOf = (route: string): string => route.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';

export interface PageVisit {
  /** Name of the state of the pages, a part of the names of findings and screenshots. */
  readonly state: string;
  readonly testIds: TestIds;
  /** Whether the server is stopped, so that the service worker provides the documents. */
  readonly isOffline?: boolean;
  /** Waits until the page has the state that is tested, checks the page, and returns the problems found. */
  readonly check: (row: PageRow, name: string, index: number) => Promise<readonly string[]>;
}

/** Visits all pages and returns their findings. */
export const visitPages = async (
  product: Product,
  testPage: TestPage,
  rows: readonly PageRow[],
  { state, testIds, isOffline = false, check }: PageVisit,
): Promise<string[]> => {
  const problems: string[] = [];
  for (const [index, row] of rows.entries()) {
    const name = `${nameOf(row.route)}-${state}`;
    const address = product.url + addressOf(row, testIds);
    if (!isOffline && row.isMissing === 'always') await testPage.openMissing(address);
    else {
      const response = await testPage.page.goto(address);
      if (!isOffline && response?.status() !== 200) problems.push(`${name}: status ${response?.status()}`);
    }
    problems.push(...(await check(row, name, index)).map((problem) => `${name}: ${problem}`));
  }
  return problems;
};

/** Waits for the text of the page with data. Returns findings if it is missing, or if the text of the empty state is shown. */
export const checkData = async (page: Page, { full, empty }: PageRow): Promise<string[]> => {
  const problems = await findingIfMissing(full, visibleText(page, full));
  const isEmpty = empty !== undefined && (await visibleText(page, empty).count()) > 0;
  return isEmpty ? [...problems, `says “${empty}”`] : problems;
};

interface Route {
  readonly path?: string;
  readonly lazy?: unknown;
  readonly children?: readonly Route[];
}

/** Returns the paths of the client's route table and of its table of admin pages that show a page. */
export const readRoutePaths = async (): Promise<string[]> => {
  const source = path.join(projectRoot, 'apps/web/src');
  const { routes } = (await import(path.join(source, 'app/routes.tsx'))) as { routes: readonly Route[] };
  const { adminPages } = (await import(path.join(source, 'areas/admin/admin-pages.ts'))) as {
    adminPages: readonly { readonly path: string }[];
  };
  const all = (list: readonly Route[]): readonly Route[] => list.flatMap((route) => [route, ...all(route.children ?? [])]);
  const paths = all(routes).flatMap((route) => (route.path === undefined || route.lazy === undefined ? [] : [route.path]));
  return [...paths.filter((one) => one !== '/admin/*' && one !== '/org/*'), ...adminPages.map((page) => page.path)];
};

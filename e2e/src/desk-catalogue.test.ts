/** What editors do with the catalogue at the desk: every page at every size, and a collection, a banner and a short code made by keyboard and hand and met by readers. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, sizes, type Visitor, visit } from './browser.ts';
import { press } from './keyboard.ts';
import { signInByPassword } from './people.ts';

const PASSWORD = 'Shufang-2026';
const ADMIN = '13800000006';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  const answer = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as { payload: { items: { id: string }[] } };
  bookId = answer.payload.items[0]?.id ?? '';
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const settle = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [role="progressbar"]') === null);
  await page.evaluate(() => document.fonts.ready);
};
const see = async ({ page, picture, faults }: Visitor, name: string): Promise<string[]> => {
  await settle(page);
  await picture(name);
  return [...(await faultsOf(page)), ...faults.splice(0)].map((fault) => `${name}: ${fault}`);
};
const arrive = async (size: SizeName): Promise<Visitor> => {
  const visitor = await visit(browser, size);
  await visitor.page.goto(product.url);
  await signInByPassword(product, visitor.page, ADMIN, PASSWORD);
  return visitor;
};

const PAGES = ['/categories', '/collections', '/collections/new', '/home', '/links', '/links?tab=reports', '/votes'];

describe.each(Object.keys(sizes) as SizeName[])('on a %s', (size) => {
  test('every page of the catalogue’s desk is sound', async () => {
    const visitor = await arrive(size);
    const found: string[] = [];
    for (const part of [...PAGES, `/books/${bookId}`]) {
      await visitor.page.goto(`${product.url}/admin${part}`);
      found.push(...(await see(visitor, `desk${part.replaceAll(/[/?=]/g, '-').slice(0, 20)}`)));
    }
    expect(found).toEqual([]);
    await visitor.context.close();
  });
});

/** Tests the accessibility of our own books in the frames of the content origin: paginated and scrolled, on the desktop and on a phone. */
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf, accessibilityProblemsOfDocuments } from './accessibility.ts';
import { launchBrowser, visit } from './browser.ts';
import { openBook, untilAtRest } from './reading.ts';

let product: Product;
let browser: Browser;
let books: { id: string; title: string; accessModel: string }[];

beforeAll(async () => {
  product = await startProduct();
  books = ((await (await fetch(`${product.url}/api/course/query`)).json()) as { payload: { items: typeof books } }).payload.items;
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test.each(['desktop', 'phone'] as const)(
  'the demo books have no accessibility problems on a %s, in the frames in which they are read',
  async (size) => {
    const testPage = await visit(browser, size);
    const { page } = testPage;
    expect(books.length).toBeGreaterThanOrEqual(3);
    for (const { id, title } of books) {
      await openBook(page, product.url, id);
      // Turns beyond the title page, so that a page with text is checked.
      for (let turn = 0; turn < 3; turn += 1) {
        await page.keyboard.press('ArrowRight');
        await untilAtRest(page);
      }
      expect({ title, problems: [...(await accessibilityProblemsOf(page)), ...(await accessibilityProblemsOfDocuments(page))] }).toEqual({
        title,
        problems: [],
      });
    }
    await testPage.context.close();
  },
);

test('an accessibility error within a book is found', async () => {
  const testPage = await visit(browser, 'desktop');
  const { page } = testPage;
  await openBook(page, product.url, books.find(({ accessModel }) => accessModel === 'free')?.id ?? '');
  const engine = page.frames().find((frame) => frame.url().includes('/~engine/'));
  await engine?.evaluate(() => {
    for (const { contentDocument: shown } of document.querySelectorAll<HTMLIFrameElement>('iframe[data-segment]')) {
      if (shown === null) continue;
      // Adds two errors that the check must report: a picture without a description, and a name by `aria-label` on a role that may not have
      // one.
      const named = shown.createElement('span');
      named.setAttribute('role', 'doc-subtitle');
      named.setAttribute('aria-label', '副题');
      shown.body.append(shown.createElement('img'), named);
    }
  });
  const problems = (await accessibilityProblemsOfDocuments(page)).join('\n');
  expect(problems).toContain('image-alt');
  expect(problems).toMatch(/aria-prohibited-attr: .*doc-subtitle/);
  await testPage.context.close();
});

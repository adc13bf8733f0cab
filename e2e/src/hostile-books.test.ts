/** Books made to attack their readers: their text can be read, and nothing else happens, neither in the reader nor at their own addresses. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type Visitor, visit } from './browser.ts';
import { corpusFile } from './corpus.ts';
import { pageMark, untilAtRest, untilText } from './reading.ts';

interface OpenedBook {
  readonly book: { readonly title: string; readonly coverUrl?: string };
  readonly content: { readonly baseUrl: string };
  readonly manifest: {
    readonly readingOrder: readonly { readonly href: string }[];
    readonly resources?: readonly { readonly href: string }[];
  };
}

const folder = path.dirname(corpusFile('hostile/active-bidi.epub'));
const files = readdirSync(folder).filter((name) => /^active-.*\.epub$/.test(name));

let product: Product;
let browser: Browser;
let books: { bookId?: string; fileName: string; stage: string }[];

beforeAll(async () => {
  product = await startProduct();
  books = (await product.command('import', ...files.map((file) => path.join(folder, file)), '--publish')) as typeof books;
  browser = await launchBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Notes everything a book's script, form or link could bring about. */
const watch = async ({ context, page }: Visitor): Promise<string[]> => {
  const seen: string[] = [];
  context.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (popup) => {
    if (popup !== page) seen.push(`popup: ${popup.url()}`);
  });
  page.on('console', (message) => {
    // What the browser refused is the proof; it also asks every origin for an icon.
    if (!/Content Security Policy|sandboxed|Blocked/.test(message.text()) && !message.location().url.endsWith('/favicon.ico'))
      seen.push(`console: ${message.text()}`);
  });
  page.on('download', (download) => seen.push(`download: ${download.url()}`));
  return seen;
};

/** What a script that ran would have left in any frame of the page. */
const traces = async (page: Page): Promise<string[]> => {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame
        .evaluate(() => [
          ...Object.keys(globalThis).filter((name) => /^(pwned|executed|xss|hacked)/i.test(name)),
          ...(document.querySelectorAll('script:not([src])').length > 0 && !/localhost:\d+\/(course|~engine)/.test(location.href)
            ? ['inline script kept']
            : []),
        ])
        // A frame without scripts has nothing to ask.
        .catch((): string[] => []),
    ),
  );
  return found.flat();
};

describe('a hostile book', () => {
  test.each(files)('%s can be read and does nothing', async (file) => {
    const job = books.find(({ fileName }) => fileName === file);
    expect(job?.stage).toBe('done');
    const bookId = job?.bookId ?? '';
    const opened = ((await (await fetch(`${product.url}/api/learn/open?bookId=${bookId}`)).json()) as { payload: OpenedBook }).payload;
    const visitor = await visit(browser, 'desktop');
    const { page } = visitor;
    const seen = await watch(visitor);
    const address = `${product.url}/course/learning/${bookId}`;
    await page.goto(address);
    await untilText(page);
    for (let turn = 0; turn < 6; turn += 1) {
      const next = page.getByRole('button', { name: '下一页' }).first();
      if (await next.isDisabled()) break;
      await next.click();
      await untilAtRest(page);
    }
    // Keys and clicks inside wake handlers that wait for them.
    const area = await page.getByRole('region', { name: '阅读区' }).boundingBox();
    for (const [x, y] of [
      [0.1, 0.1],
      [0.3, 0.3],
      [0.5, 0.2],
    ] as const)
      await page.mouse.move((area?.x ?? 0) + (area?.width ?? 0) * x, (area?.y ?? 0) + (area?.height ?? 0) * y);
    expect(await pageMark(page)).not.toBe('');
    expect(new URL(page.url()).pathname).toBe(`/course/learning/${bookId}`);
    expect(await traces(page)).toEqual([]);
    if (file === files[0]) await visitor.picture(file.replace('.epub', ''));

    // At their own addresses: documents and cover, opened as a page by themselves.
    const cover = opened.book.coverUrl === undefined ? [] : [new URL(opened.book.coverUrl, product.url).href];
    for (const url of [...opened.manifest.readingOrder.map(({ href }) => opened.content.baseUrl + href), ...cover]) {
      const response = await page.goto(url);
      expect({ url, status: response?.status(), headers: response?.headers() }).toEqual({
        url,
        status: 200,
        headers: expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringMatching(/default-src 'none'|script-src 'none'|sandbox/),
        }),
      });
      await page.waitForTimeout(100);
      expect(page.url()).toBe(url);
      expect(await traces(page)).toEqual([]);
    }
    expect(seen).toEqual([]);
    expect(visitor.foreignRequests).toEqual([]);
    await visitor.context.close();
  });
});

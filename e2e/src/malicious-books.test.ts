/** Opens malicious books: their text can be read, and they have no other effect, neither in the reader nor at their own URLs. */
import path from 'node:path';
import { type Product, startProduct } from '@shufang/dev-env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestPage, visit } from './browser.ts';
import { corpusFile, corpusNames } from './corpus.ts';
import { pageFingerprint, untilAtRest, untilText } from './reading.ts';

interface OpenedBook {
  readonly book: { readonly title: string; readonly coverUrl?: string };
  readonly version: { readonly id: string };
  readonly content: { readonly baseUrl: string };
}
interface Manifest {
  readonly readingOrder: readonly { readonly href: string }[];
}

/** Returns the payload of a call by an anonymous user. */
const payloadOf = async <T>(path: string): Promise<T> =>
  ((await (await fetch(product.url + path)).json()) as { readonly payload: T }).payload;

const folder = corpusFile('hostile');
const files = corpusNames('hostile', /^active-.*\.epub$/);

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

/** Records every effect that a script, form or link of a book could have. */
const watch = async ({ context, page }: TestPage): Promise<string[]> => {
  const seen: string[] = [];
  context.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (popup) => {
    if (popup !== page) seen.push(`popup: ${popup.url()}`);
  });
  page.on('console', (message) => {
    // Two kinds of messages are expected: those about blocked actions, and those about icons, which the browser requests from every origin.
    if (!/Content Security Policy|sandboxed|Blocked/.test(message.text()) && !message.location().url.endsWith('/favicon.ico'))
      seen.push(`console: ${message.text()}`);
  });
  page.on('download', (download) => seen.push(`download: ${download.url()}`));
  return seen;
};

/** Returns the traces that an executed script would leave in any frame of the page. A frame that cannot be inspected fails the test. */
const traces = async (page: Page): Promise<string[]> => {
  const found = await Promise.all(
    page
      .frames()
      .filter((frame) => !frame.isDetached())
      .map((frame) =>
        frame.evaluate(() => [
          ...Object.keys(globalThis).filter((name) => /^(pwned|executed|xss|hacked)/i.test(name)),
          ...(document.querySelectorAll('script:not([src])').length > 0 && !/localhost:\d+\/(course|~engine)/.test(location.href)
            ? ['inline script kept']
            : []),
        ]),
      ),
  );
  return found.flat();
};

describe('a malicious book', () => {
  test.each(files)('%s can be read and has no other effect', async (file) => {
    const job = books.find(({ fileName }) => fileName === file);
    expect(job?.stage).toBe('done');
    const bookId = job?.bookId ?? '';
    const opened = await payloadOf<OpenedBook>(`/api/learn/open?bookId=${bookId}`);
    const manifest = await payloadOf<Manifest>(`/api/learn/manifest?bookId=${bookId}&versionId=${opened.version.id}`);
    const testPage = await visit(browser, 'desktop');
    const { page } = testPage;
    const seen = await watch(testPage);
    const address = `${product.url}/course/learning/${bookId}`;
    await page.goto(address);
    await untilText(page);
    for (let turn = 0; turn < 6; turn += 1) {
      // Only the client's button has a title; the button that the page has before the client is never disabled.
      const next = page.getByTitle('下一页').first();
      if (await next.isDisabled()) break;
      await next.click();
      await untilAtRest(page);
    }
    // The test simulates keys and clicks, because event handlers of the book may wait for them.
    const area = await page.getByRole('region', { name: '阅读区' }).boundingBox();
    for (const [x, y] of [
      [0.1, 0.1],
      [0.3, 0.3],
      [0.5, 0.2],
    ] as const)
      await page.mouse.move((area?.x ?? 0) + (area?.width ?? 0) * x, (area?.y ?? 0) + (area?.height ?? 0) * y);
    expect(await pageFingerprint(page)).not.toBe('');
    expect(new URL(page.url()).pathname).toBe(`/course/learning/${bookId}`);
    expect(await traces(page)).toEqual([]);
    if (file === files[0]) await testPage.picture(file.replace('.epub', ''));

    // Documents and cover are opened as pages at their own URLs. The browser reports a navigation by the document as soon as it is parsed.
    const protocol = await testPage.context.newCDPSession(page);
    await protocol.send('Page.enable');
    protocol.on('Page.frameScheduledNavigation', ({ reason, url: to }) => seen.push(`${reason}: ${to}`));
    const cover = opened.book.coverUrl === undefined ? [] : [new URL(opened.book.coverUrl, product.url).href];
    for (const url of [...manifest.readingOrder.map(({ href }) => opened.content.baseUrl + href), ...cover]) {
      const response = await page.goto(url);
      expect({ url, status: response?.status(), headers: response?.headers() }).toEqual({
        url,
        status: 200,
        headers: expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringMatching(/default-src 'none'|script-src 'none'|sandbox/),
        }),
      });
      expect(page.url()).toBe(url);
      expect(await traces(page)).toEqual([]);
    }
    expect(seen).toEqual([]);
    expect(testPage.foreignRequests).toEqual([]);
    await testPage.context.close();
  });
});

/** Measures the author's page of the demo book in Chromium, and how long the server takes to store reading times that a device reports. */
import { newId, openBook, reportBlockTime } from '@shufang/contract';
import { type Product, signIn } from '@shufang/dev-env';
import { launchBrowser } from '../../e2e/src/browser.ts';
import { signInByPassword } from '../../e2e/src/users.ts';
import { type Figure, spread, withinMs } from './figure.ts';
import { call } from './wire.ts';

const AUTHOR = '13800000003';
const PASSWORD = 'Shufang-2026';
const TITLE = 'Python 编程起步';
const OPENINGS = 11;
const PAGE_BUDGET_MS = 1_000;
const REPORTS = 200;
const REPORT_BUDGET_MS = 20;

const findBook = async ({ url }: Product): Promise<string> => {
  const list = (await (await fetch(`${url}/api/course/query?sort=title`)).json()) as {
    payload: { items: { id: string; title: string }[] };
  };
  const book = list.payload.items.find(({ title }) => title === TITLE);
  if (book === undefined) throw new Error('the demo library is not there');
  return book.id;
};

/** Returns the times in ms from the start of the navigation until the page has reacted to a choice, and until all charts are drawn. */
const openPages = async (product: Product, bookId: string): Promise<{ usable: number[]; drawn: number[] }> => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(product.url);
    await signInByPassword(product, page, AUTHOR, PASSWORD);
    const [usable, drawn]: [number[], number[]] = [[], []];
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      await page.goto(`${product.url}/user`, { waitUntil: 'load' });
      await page.goto(`${product.url}/user/authorStatic/${bookId}`, { waitUntil: 'commit' });
      await page.getByText('60 人').first().waitFor();
      await page.getByRole('combobox', { name: '时间', exact: true }).selectOption('all');
      await page.waitForURL(/period=all/);
      usable.push(await page.evaluate(() => performance.now()));
      await page.waitForFunction(() => document.querySelectorAll('figure svg.recharts-surface').length >= 3);
      drawn.push(await page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())))));
    }
    // The first opening fills the caches of the server and the browser.
    return { usable: usable.slice(1), drawn: drawn.slice(1) };
  } finally {
    await browser.close();
  }
};

/** Returns the times in ms that a device of the author waits for its reports, each with more seconds than the one before. */
const report = async (product: Product, bookId: string): Promise<number[]> => {
  const { headers } = await signIn(product, AUTHOR);
  const { version, readingOrder } = await call(product.url, openBook, { bookId }, headers);
  const [first] = readingOrder.items;
  if (first === undefined) throw new Error('the demo book has no document');
  const deviceId = newId(Date.now());
  const day = new Date().toISOString().slice(0, 10);
  const times: number[] = [];
  for (let seconds = 1; seconds <= REPORTS; seconds += 1) {
    const time = {
      bookId,
      versionId: version.id,
      href: first.href,
      day,
      seconds,
      blocks: { [first.segments[0]?.firstBlock ?? '']: seconds },
    };
    const began = performance.now();
    const { stored } = await call(product.url, reportBlockTime, { deviceId, documents: [time] }, headers);
    times.push(performance.now() - began);
    if (stored !== 1) throw new Error('a reported time was not stored');
  }
  return times;
};

export const measureStatisticsPage = async (product: Product): Promise<Figure[]> => {
  const bookId = await findBook(product);
  const reports = await report(product, bookId);
  const { usable, drawn } = await openPages(product, bookId);
  return [
    withinMs("a device's report of reading time, stored (p50, p95)", reports, REPORT_BUDGET_MS),
    withinMs("the author's page until it has reacted to another period (p50, p95)", usable, PAGE_BUDGET_MS),
    { name: 'the same until all its charts are drawn (p50, p95)', value: spread(drawn) },
  ];
};

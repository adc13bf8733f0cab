/** Measures the giant chapter with a thousand highlights in it beside the same chapter without any. */
import { type AnnotationTarget, type OutputOf, openBook, pushChanges } from '@shufang/contract';
import { type Product, type SignedIn, signIn } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { type Figure, median, milliseconds, spread } from '../figure.ts';
import { findPassages, highlightOp } from '../make-highlights.ts';
import { call } from '../wire.ts';
import { untilDrawn } from './highlight-delivery.ts';
import { type Turn, turnPages } from './page-probe.ts';
import { jumpToEntry, openContents, openProfile, openReader } from './reader.ts';

const OPENINGS = 5;
const TURNS = 100;
const HIGHLIGHTS = 1_000;
const HIGHLIGHT_EVERY_CHARS = 40;
const TEL = '13900009602';
const OTHER_TEL = '13900009604';

/**
 * Opens the giant chapter in new browser profiles of a reader with a thousand highlights in it, and of one without any, alternately. All are
 * drawn when the highlights of the segment that contains the page are.
 */
const firstOpeningFigures = async (
  { product, browser }: { product: Product; browser: Browser },
  owner: SignedIn,
  opened: OutputOf<typeof openBook>,
  passages: readonly AnnotationTarget[],
): Promise<Figure[]> => {
  const other = await signIn(product, OTHER_TEL);
  const item = opened.readingOrder.items[1 - opened.readingOrder.from];
  const endChar = item?.segments[1]?.startChar ?? Number.POSITIVE_INFINITY;
  const count = passages.filter(({ position }) => position.start < endChar).length;
  const open = async (user: SignedIn) =>
    openReader(await openProfile(browser, product.url, user), product.url, opened.book.id, `?href=${encodeURIComponent(item?.href ?? '')}`);
  const [plain, text, drawn]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < OPENINGS; round += 1) {
    const without = await open(other);
    plain.push(without.readableMs);
    await without.page.context().close();
    const reader = await open(owner);
    text.push(reader.readableMs);
    const began = await reader.page.evaluate(() => performance.timeOrigin);
    drawn.push((await untilDrawn(reader.engine, count)) - began);
    await reader.page.context().close();
  }
  return [
    {
      name: 'new browser, 1,000 highlights in the chapter: text',
      value: milliseconds(median(text)),
      baseline: `${milliseconds(median(plain))}: without highlights`,
      ratio: median(text) / median(plain),
      budget: 'as without',
      ok: median(text) <= median(plain) * 1.1,
    },
    {
      name: `new browser, 1,000 highlights in the chapter: the ${count} of its first segment drawn`,
      value: milliseconds(median(drawn)),
      budget: '800 ms',
      ok: median(drawn) <= 800,
    },
  ];
};

/** Measures the same page turns in the giant chapter twice: without annotations, and with a thousand of them. */
export const highlightFigures = async (product: Product, browser: Browser, bookId: string): Promise<Figure[]> => {
  const user = await signIn(product, TEL);
  const turnsOf = async (highlights: number): Promise<Turn[]> => {
    const reader = await openReader(await openProfile(browser, product.url, user), product.url, bookId);
    await openContents(reader.page);
    await jumpToEntry(reader, '长章');
    if (highlights > 0)
      await reader.engine.waitForFunction(() =>
        [...document.querySelectorAll('iframe')].some((frame) => {
          const inner = frame.contentWindow as (Window & typeof globalThis) | null;
          return [...(inner?.CSS.highlights.values() ?? [])].some((each) => each.size > 100);
        }),
      );
    const turns = await turnPages(reader.engine, TURNS);
    await reader.page.context().close();
    return turns;
  };
  const without = await turnsOf(0);
  const opened = await call(product.url, openBook, { bookId }, user.headers);
  const passages = await findPassages(opened, 1, HIGHLIGHTS, HIGHLIGHT_EVERY_CHARS);
  for (let at = 0; at < passages.length; at += 500) {
    const ops = passages.slice(at, at + 500).map((target) => highlightOp(opened, target, 'bench00000'));
    const { results } = await call(product.url, pushChanges, { deviceId: 'bench00000', ops }, user.headers);
    if (results.some(({ status }) => status !== 'applied'))
      throw new Error(`a highlight was refused: ${JSON.stringify(results.find(({ status }) => status !== 'applied'))}`);
  }
  const marked = await turnsOf(HIGHLIGHTS);
  const opening = await firstOpeningFigures({ product, browser }, user, opened, passages);
  const busy = (turns: readonly Turn[]) => median(turns.map((turn) => turn.busyMs));
  const latency = (turns: readonly Turn[]) => turns.map((turn) => turn.latencyMs);
  const added = busy(marked) - busy(without);
  return [
    {
      name: 'page turn with 1,000 highlights in the chapter: added work (p50)',
      value: `${added.toFixed(1)} ms (${busy(marked).toFixed(1)} ms)`,
      baseline: `${busy(without).toFixed(1)} ms: the same turns without marks`,
      ratio: busy(marked) / busy(without),
      budget: '2 ms more',
      ok: added <= 2,
    },
    {
      name: 'page turn with 1,000 highlights, key to painted page (p50, p95)',
      value: spread(latency(marked)),
      baseline: `${spread(latency(without))}: without marks`,
      ratio: median(latency(marked)) / median(latency(without)),
    },
    ...opening,
  ];
};

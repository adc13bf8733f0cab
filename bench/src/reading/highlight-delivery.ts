/** Measures the time until a highlight made in one browser is drawn in a second browser of the same user. */
import { type Product, signIn } from '@shufang/dev-env';
import type { Browser, Frame } from 'playwright-core';
import { countHighlights, selectText, visibleText } from '../../../e2e/src/reading.ts';
import { type Figure, median, milliseconds } from '../figure.ts';
import { openProfile, openReader } from './reader.ts';

const HIGHLIGHTS = 10;
const PASSAGE_CHARS = 4;
const PASSAGE_EVERY_CHARS = 12;
const BUDGET_MS = 2_000;
const TEL = '13900009603';

/** Returns passages of the visible text that occur once and do not overlap. */
const passagesOf = (shown: string): string[] => {
  const passages: string[] = [];
  for (const block of shown.split('\n'))
    for (let at = 0; at + PASSAGE_CHARS <= block.length; at += PASSAGE_EVERY_CHARS) {
      const passage = block.slice(at, at + PASSAGE_CHARS);
      if (/^\p{Script=Han}+$/u.test(passage) && shown.indexOf(passage) === shown.lastIndexOf(passage)) passages.push(passage);
    }
  return passages.slice(0, HIGHLIGHTS);
};

/** Returns the time (UTC ms) of the first frame that shows `count` highlights. */
export const untilDrawn = (engine: Frame, count: number): Promise<number> =>
  engine.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const giveUpAt = performance.now() + 15_000;
        const look = (): void => {
          let drawn = 0;
          for (const frame of document.querySelectorAll('iframe')) {
            const inside = frame.contentWindow as (Window & typeof globalThis) | null;
            for (const [name, highlight] of inside?.CSS.highlights ?? []) if (name.includes('yellow')) drawn += highlight.size;
          }
          if (drawn >= wanted) resolve(performance.timeOrigin + performance.now());
          else if (performance.now() > giveUpAt) reject(new Error(`${drawn} of ${wanted} highlights were drawn`));
          else requestAnimationFrame(look);
        };
        look();
      }),
    count,
  );

export const highlightDeliveryFigure = async (product: Product, browser: Browser, bookId: string): Promise<Figure> => {
  const user = await signIn(product, TEL);
  const here = await openReader(await openProfile(browser, product.url, user), product.url, bookId);
  // Turns to the next page, because only that page consists of running text, in which passages can be highlighted.
  await here.page.keyboard.press('PageDown');
  await here.page.waitForTimeout(2_000);
  const there = await openReader(await openProfile(browser, product.url, user), product.url, bookId);
  const passages = passagesOf(await visibleText(here.page));
  if (passages.length < HIGHLIGHTS) throw new Error(`only ${passages.length} passages to highlight on the screen`);
  const before = await countHighlights(there.page);
  const taken: number[] = [];
  for (const passage of passages) {
    await selectText(here.page, passage);
    const drawn = untilDrawn(there.engine, before + taken.length + 1);
    const choice = here.page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '黄色' });
    const began = performance.timeOrigin + performance.now();
    await choice.click();
    taken.push((await drawn) - began);
  }
  await Promise.all([here, there].map(({ page }) => page.context().close()));
  return {
    name: `highlight created in one browser until drawn in a second one (p50 of ${HIGHLIGHTS}, longest)`,
    value: `${milliseconds(median(taken))}, ${milliseconds(Math.max(...taken))}`,
    budget: '2 s',
    ok: median(taken) <= BUDGET_MS,
  };
};

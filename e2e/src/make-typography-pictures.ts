/**
 * Draws the gallery of docs/typography.md and measures it: each sample as a browser shows the file, and as an import and the reading engine
 * show it. Runs by hand: `node tooling/with-node24.mjs e2e/src/make-typography-pictures.ts`; prints the table of the page.
 */
import path from 'node:path';
import { LAUNCH } from '@shufang/dev-env/chromium';
import { type Browser, chromium } from 'playwright-core';
import { convertDocument } from '../../apps/server/src/features/publication/content/convert-document.ts';
import { baseSheet, overrideSheet } from '../../packages/reading-engine/src/style/sheets.ts';
import { type LineFigures, measureLines } from './measure-lines.ts';
import { type TypographySample, typographySamples } from './typography-samples.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/typography');
const FONT_PX = 18;

const page = (inside: string, head: string, attributes = ''): string =>
  `<!doctype html><html lang="zh-CN" ${attributes}><head><meta charset="utf-8">${head}</head><body>${inside}</body></html>`;

const boxOf = ({ chars, isVertical }: TypographySample): string =>
  isVertical ? `writing-mode: vertical-rl; height: ${chars * FONT_PX}px` : `width: ${chars * FONT_PX}px`;

/** Returns the sample as the browser shows the book's file. */
const sourcePage = (sample: TypographySample): string =>
  page(
    sample.html,
    `<style>html { font-size: ${FONT_PX}px; ${boxOf(sample)}; padding: 12px; line-height: 1.8 } body { margin: 0 }</style>`,
  );

/** Returns the sample as it is imported and shown. */
const importedPage = (sample: TypographySample): string => {
  const converted = convertDocument({
    bytes: Buffer.from(
      `<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="zh-CN"><head><title>${sample.title}</title></head><body>${sample.html}</body></html>`,
    ),
    href: 'sample.xhtml',
    mediaType: 'application/xhtml+xml',
    language: 'zh-CN',
    isVertical: sample.isVertical === true,
    resolve: () => ({ kind: 'missing', reason: 'a sample has no files' }),
  });
  const ids = converted.blocks.map((_, index) => `b${index + 1}`);
  const [segment] = converted.render(ids, (href, fragment) => ({ href, fragment }));
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(segment?.xhtml ?? '')?.[1] ?? '';
  const script = sample.name === 'latin' ? 'other' : 'han';
  const attributes = [
    `data-sf-script="${script}" data-sf-indent="publisher" data-sf-align="publisher" data-sf-measure="short" data-sf-no-kai=""`,
    ...(sample.isVertical ? ['data-sf-vertical=""'] : []),
  ].join(' ');
  const geometry = `<style>html { --sf-font-size: ${FONT_PX}px; --sf-line-height: 1.8; ${boxOf(sample)}; padding: 12px }</style>`;
  const flagged = sample.name === 'justify' ? body.replace('<p', '<p data-sf-token="huge"') : body;
  return page(flagged, `<style>${baseSheet}</style>${geometry}<style>${overrideSheet}</style>`, attributes);
};

const draw = async (browser: Browser, sample: TypographySample, kind: 'before' | 'after'): Promise<LineFigures> => {
  const tab = await browser.newPage({ viewport: { width: 460, height: 340 }, deviceScaleFactor: 1.5 });
  try {
    await tab.setContent(kind === 'before' ? sourcePage(sample) : importedPage(sample));
    await tab.evaluate(() => document.fonts.ready);
    await tab.locator('html').screenshot({ path: path.join(FOLDER, `${sample.name}-${kind}.png`) });
    return await tab.evaluate(measureLines, { fontPx: FONT_PX, isVertical: sample.isVertical === true });
  } finally {
    await tab.close();
  }
};

const browser = await chromium.launch(LAUNCH);
try {
  console.log(
    '| sample | bad line starts | formula to Han, em | widest gap, em | lone last characters | upright numbers |\n|---|---|---|---|---|---|',
  );
  for (const sample of typographySamples) {
    const figures = [await draw(browser, sample, 'before'), await draw(browser, sample, 'after')];
    const column = (name: keyof LineFigures) => figures.map((figure) => figure[name] ?? '–').join(' → ');
    const columns = (['badLineStarts', 'formulaGapEm', 'widestGapEm', 'loneLastCharacters', 'uprightNumbers'] as const).map(column);
    console.log(`| ${sample.title} | ${columns.join(' | ')} |`);
  }
} finally {
  await browser.close();
}

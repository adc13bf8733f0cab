/** Computes the geometry of a page: columns, gaps and paddings in whole pixels, from the window and the preferences. Pure. */
import type { ReadingPreferences } from '@shufang/contract';

export interface PageGeometry {
  isVertical: boolean;
  pageWidth: number;
  pageHeight: number;
  columns: 1 | 2;
  /**
   * Gap between columns. It is also twice the padding at the page's edges, so that pages repeat exactly every page width (height for
   * vertical text).
   */
  gap: number;
  /**
   * Padding of a page in pixels: at its top and bottom (`paddingBlock`) and at its left and right (`paddingInline`), also in vertical text.
   */
  paddingBlock: number;
  paddingInline: number;
  /** Maximum width and height of a picture. They are in pixels, because CSS cannot resolve percentages of a page's block size. */
  figureWidth: number;
  figureHeight: number;
  /** Size of a page's text area perpendicular to its lines, in pixels; a single picture is centered in it. */
  blockSpace: number;
}

export interface Stage {
  width: number;
  height: number;
}

/** Maximum length of a line in characters: large Chinese book pages have 40 full-width characters per line. */
const longestLine = 40;
/** Minimum length of a line, in characters, for a page to have two columns. */
const shortestColumn = 18;

const isNarrow = (stage: Stage): boolean => stage.width < 640;

/** Space for the caption of a plate, in lines of body text. */
const captionLines = 5;

/**
 * Returns the geometry of a page. `fontSizePx` is the root font size: columns are whole characters wide, so that justified Chinese text
 * keeps its grid. A plate (a document that is a single picture) has one column over the whole width.
 */
export const pageGeometry = (
  stage: Stage,
  preferences: ReadingPreferences,
  fontSizePx: number,
  isVertical: boolean,
  plate?: { hasCaption: boolean },
): PageGeometry => {
  const marginX = Math.round((isNarrow(stage) ? 22 : 56) * preferences.pageMargins);
  const marginY = Math.round((isNarrow(stage) ? 26 : 44) * Math.min(1.6, Math.max(0.7, preferences.pageMargins)));
  const safeY = Math.min(marginY, Math.floor(stage.height / 6));

  if (isVertical) {
    const length = Math.min(stage.height - 2 * safeY, longestLine * fontSizePx);
    const line = Math.max(fontSizePx, Math.floor(length / fontSizePx) * fontSizePx);
    const padding = (stage.height - line) / 2;
    return {
      isVertical,
      pageWidth: stage.width,
      pageHeight: stage.height,
      columns: 1,
      gap: padding * 2,
      paddingBlock: padding,
      paddingInline: marginX,
      figureWidth: Math.max(80, Math.floor(stage.width - 2 * marginX - (plate?.hasCaption ? captionLines : 0) * fontSizePx)),
      figureHeight: Math.max(80, Math.floor(plate ? line : line - fontSizePx)),
      blockSpace: stage.width - 2 * marginX,
    };
  }

  const fits = (stage.width - 4 * marginX) / 2 >= shortestColumn * fontSizePx;
  const wanted =
    preferences.columnCount === 'auto'
      ? stage.width >= 960 && stage.width > stage.height && fits
        ? 2
        : 1
      : preferences.columnCount === '2'
        ? 2
        : 1;
  const columns = !plate && wanted === 2 && stage.width >= 2 * 8 * fontSizePx ? 2 : 1;
  const period = stage.width / columns;
  const widest = period - 2 * Math.min(marginX, period / 4);
  const room = plate ? widest : Math.min(widest, longestLine * fontSizePx);
  const line = Math.max(fontSizePx, Math.floor(room / fontSizePx) * fontSizePx);
  const gap = Math.max(0, period - line);
  return {
    isVertical,
    pageWidth: stage.width,
    pageHeight: stage.height,
    columns,
    gap,
    paddingBlock: safeY,
    paddingInline: gap / 2,
    figureWidth: Math.floor(line),
    figureHeight: Math.max(80, Math.floor(stage.height - 2 * safeY - (plate ? (plate.hasCaption ? captionLines : 0) : 2) * fontSizePx)),
    blockSpace: stage.height - 2 * safeY,
  };
};

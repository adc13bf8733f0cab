/** Position of the page while a panel is open: beside the panel if the lines of the text keep their length, otherwise below the panel. */
import type { ReadingPreferences } from '@shufang/contract';
import { widthBeside } from '@shufang/reading-engine';
import type { FloatingArea } from '@shufang/ui';
import type { CSSProperties } from 'react';

/** Width of the buttons beside the page, and of a panel; the same as in `reading.module.css` and `panel.module.css`. */
const EDGE_WIDTH = 64;
const PANEL_WIDTH = 380;
/** In narrower windows a panel is always over the page. */
const NARROWEST = 1_100;

export type PanelSide = 'left' | 'right';

export interface PageBeside {
  /** The side of the panel beside which the page is; undefined if no panel is open, or the panel is over the page. */
  readonly beside: PanelSide | undefined;
  readonly style: CSSProperties | undefined;
}

interface PageBesideOptions {
  /** Side of the open panel; undefined if none is open. */
  readonly side: PanelSide | undefined;
  /** Size of the reading screen, and of the page in it. */
  readonly screen: FloatingArea;
  readonly page: FloatingArea;
  readonly preferences: ReadingPreferences;
  /** Whether the pages of the book are pictures of a fixed size, which become smaller beside a panel. */
  readonly isFixedLayout: boolean;
  readonly isVertical: boolean;
}

/**
 * Returns the end of the space at which the page lies, so that it moves as little as possible: one column of two stays at its place, and a
 * page of one column lies as near as possible to it.
 */
const alignmentOf = (side: PanelSide, isColumnOfTwo: boolean): 'start' | 'end' => ((side === 'right') === isColumnOfTwo ? 'start' : 'end');

export const pageBesidePanel = ({ side, screen, page, preferences, isFixedLayout, isVertical }: PageBesideOptions): PageBeside => {
  const isOver: PageBeside = { beside: undefined, style: undefined };
  if (side === undefined || screen.width < NARROWEST) return isOver;
  const room = screen.width - PANEL_WIDTH - 2 * EDGE_WIDTH;
  if (isFixedLayout) return { beside: side, style: undefined };
  const whole = screen.width - 2 * EDGE_WIDTH;
  const width = widthBeside({ width: whole, height: page.height }, room, preferences, isVertical);
  if (width === undefined) return isOver;
  const align = alignmentOf(side, width <= whole / 2);
  return { beside: side, style: { '--page-width': `${width}px`, '--page-align': align } as CSSProperties };
};

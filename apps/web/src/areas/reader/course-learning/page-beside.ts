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

export const pageBesidePanel = ({ side, screen, page, preferences, isFixedLayout, isVertical }: PageBesideOptions): PageBeside => {
  const isOver: PageBeside = { beside: undefined, style: undefined };
  if (side === undefined || screen.width < NARROWEST) return isOver;
  const room = screen.width - PANEL_WIDTH - 2 * EDGE_WIDTH;
  if (isFixedLayout) return { beside: side, style: undefined };
  const width = widthBeside({ width: screen.width - 2 * EDGE_WIDTH, height: page.height }, room, preferences, isVertical);
  return width === undefined ? isOver : { beside: side, style: { '--page-width': `${width}px` } as CSSProperties };
};

/** Strips beside blocks, darker for a greater shade. Drawn by an attribute of the block and the engine's style sheet, so the text stays as it is. */
import type { SegmentFrame } from '../layout/segment-frame.ts';

const SHADE = 'data-sf-shade';
const SHADES = 5;

export interface BlockShades {
  set(shades: Readonly<Record<string, number>>, frames: readonly SegmentFrame[]): void;
  /** Draws the strips of a segment whose frame was just loaded. */
  draw(frame: SegmentFrame): void;
}

export const createBlockShades = (): BlockShades => {
  let shown: ReadonlyMap<string, number> = new Map();
  const draw = ({ document }: SegmentFrame): void => {
    for (const block of document.querySelectorAll(`[${SHADE}]`)) block.removeAttribute(SHADE);
    if (shown.size === 0) return;
    for (const block of document.querySelectorAll<HTMLElement>('[data-block]')) {
      const shade = shown.get(block.dataset['block'] ?? '');
      if (shade !== undefined) block.setAttribute(SHADE, String(shade));
    }
  };
  return {
    set: (shades, frames) => {
      shown = new Map(Object.entries(shades).filter(([, shade]) => Number.isInteger(shade) && shade >= 1 && shade <= SHADES));
      for (const frame of frames) draw(frame);
    },
    draw,
  };
};

/** Positions a toolbar or popover beside a passage. Pure; CSS pixels relative to its container. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The container. `above` and `below`: height of what is beside it, which a toolbar may cover, too. */
export interface FloatingArea {
  width: number;
  height: number;
  above?: number;
  below?: number;
}

const GAP = 8;
/** Distance to a passage selected by touch. The operating system shows its selection handles and its menu within this distance. */
const TOUCH_GAP = 36;
/** Distance to the edge of what is above and below the container. */
const EDGE = 4;

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max));

/**
 * Returns a position above the passage for a mouse, below it for touch; where there is no room, on the other side, then right or left of it.
 * The passage is covered only if it leaves no room on any side; then the position is inside the container.
 */
export const positionBeside = (
  passage: Box,
  floating: { width: number; height: number },
  area: FloatingArea,
  byTouch: boolean,
): { left: number; top: number } => {
  const center = clamp(passage.x + passage.width / 2 - floating.width / 2, GAP, area.width - floating.width - GAP);
  const middle = clamp(passage.y + passage.height / 2 - floating.height / 2, GAP, area.height - floating.height - GAP);
  const left = Math.max(GAP, center);
  const first = Math.min(GAP, EDGE - (area.above ?? 0));
  const last = Math.max(area.height - GAP, area.height + (area.below ?? 0) - EDGE) - floating.height;
  for (const gap of byTouch ? [TOUCH_GAP, GAP] : [GAP]) {
    const above = passage.y - gap - floating.height;
    const below = passage.y + passage.height + gap;
    const vertical = (byTouch ? [below, above] : [above, below]).find((top) => top >= first && top <= last);
    if (vertical !== undefined) return { left, top: vertical };
    const right = passage.x + passage.width + gap;
    const before = passage.x - gap - floating.width;
    const horizontal = [right, before].find((x) => x >= GAP && x + floating.width <= area.width - GAP);
    if (horizontal !== undefined) return { left: horizontal, top: Math.max(GAP, middle) };
  }
  // The end of a passage by touch has the handle that the reader moves, so its start is covered.
  return { left, top: Math.max(GAP, byTouch ? GAP : area.height - floating.height - GAP) };
};

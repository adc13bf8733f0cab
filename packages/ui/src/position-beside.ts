/** Positions a toolbar or popover beside a passage. Pure; CSS pixels relative to its container. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 8;
/** Distance to a passage selected by touch. The operating system shows its selection handles and its menu within this distance. */
const TOUCH_GAP = 36;

/** Returns a position above the passage for a mouse, below it for touch; on the other side if there is no room, always inside the area. */
export const positionBeside = (
  passage: Box,
  floating: { width: number; height: number },
  area: { width: number; height: number },
  byTouch: boolean,
): { left: number; top: number } => {
  const gap = byTouch ? TOUCH_GAP : GAP;
  const above = passage.y - gap - floating.height;
  const below = passage.y + passage.height + gap;
  const fitsAbove = above >= GAP;
  const fitsBelow = below + floating.height <= area.height - GAP;
  const wanted = byTouch ? (fitsBelow || !fitsAbove ? below : above) : fitsAbove || !fitsBelow ? above : below;
  const top = Math.max(GAP, Math.min(wanted, area.height - floating.height - GAP));
  const center = passage.x + passage.width / 2 - floating.width / 2;
  const left = Math.max(GAP, Math.min(center, area.width - floating.width - GAP));
  return { left, top };
};

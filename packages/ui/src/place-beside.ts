/** Where something that belongs to a passage stands: a toolbar, a popover. Pure; CSS pixels relative to the area it is drawn in. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 8;
/** The system's own handles and menu hang below and above a touch selection. */
const TOUCH_GAP = 36;

/** Above the passage with a mouse, below it by touch; on the other side where there is no room, and inside the area in any case. */
export const placeBeside = (
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

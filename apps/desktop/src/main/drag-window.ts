/** Moves the window with the pointer, for a title bar that the page draws. */
import type { TitleBarDrag } from '@shufang/desktop-bridge/channels';
import type { BrowserWindow } from 'electron';

interface Grip {
  /** Position of the pointer in the window when the drag began, in pixels. */
  readonly x: number;
  readonly y: number;
}

/** Distance in pixels that the pointer must move to restore a maximized window, so that a click does not. */
const TEAR_OFF_DISTANCE = 4;

/** Returns the function that handles the steps of a drag. */
export const createWindowDrag = (window: BrowserWindow): ((step: TitleBarDrag) => void) => {
  let grip: Grip | undefined;
  /** Restores a maximized window under the pointer, which stays at the same share of the title bar's width. */
  const tearOff = (from: Grip, { x, y }: TitleBarDrag): Grip | undefined => {
    const wide = window.getBounds();
    if (Math.hypot(x - wide.x - from.x, y - wide.y - from.y) < TEAR_OFF_DISTANCE) return undefined;
    const { width } = window.getNormalBounds();
    window.unmaximize();
    return { x: Math.round((from.x / wide.width) * width), y: from.y };
  };
  return (step) => {
    if (step.phase === 'end' || window.isFullScreen()) {
      grip = undefined;
      return;
    }
    if (step.phase === 'start') {
      const [left = 0, top = 0] = window.getPosition();
      grip = { x: step.x - left, y: step.y - top };
      return;
    }
    if (grip === undefined) return;
    if (window.isMaximized()) {
      const torn = tearOff(grip, step);
      if (torn === undefined) return;
      grip = torn;
    }
    window.setPosition(step.x - grip.x, step.y - grip.y);
  };
};

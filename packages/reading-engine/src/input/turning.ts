/** What a reader does to turn pages: keys, wheel, swipes, and clicks in the outer thirds. Knows directions, not layout. */
import type { TapZone } from '../navigator/protocol.ts';

/** How a key turns; undefined for keys that are not ours. Pure. */
export const turnOfKey = (
  event: { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean },
  isLeftForward: boolean,
): 'forward' | 'backward' | 'start' | 'end' | undefined => {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  switch (event.key) {
    case 'ArrowRight':
      return event.shiftKey ? undefined : isLeftForward ? 'backward' : 'forward';
    case 'ArrowLeft':
      return event.shiftKey ? undefined : isLeftForward ? 'forward' : 'backward';
    case 'ArrowDown':
    case 'PageDown':
      return event.shiftKey ? undefined : 'forward';
    case 'ArrowUp':
    case 'PageUp':
      return event.shiftKey ? undefined : 'backward';
    case ' ':
      return event.shiftKey ? 'backward' : 'forward';
    case 'Home':
      return event.shiftKey ? undefined : 'start';
    case 'End':
      return event.shiftKey ? undefined : 'end';
    default:
      return undefined;
  }
};

/** Outer thirds turn, the middle is the app's. Pure. */
export const zoneOf = (x: number, width: number, isLeftForward: boolean): TapZone => {
  if (x < width / 3) return isLeftForward ? 'next' : 'previous';
  if (x > (width * 2) / 3) return isLeftForward ? 'previous' : 'next';
  return 'center';
};

/** One turn for one push of the wheel: a touchpad sends dozens of events for it. */
export const createWheelTurner = (
  turn: (direction: 'forward' | 'backward') => void,
): ((event: WheelEvent, isLeftForward: boolean) => void) => {
  const quietMs = 140;
  const push = 24;
  let travelled = 0;
  let lastAt = 0;
  let hasTurned = false;
  return (event, isLeftForward) => {
    const now = event.timeStamp;
    const unit = event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 400 : 1;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const delta = sideways ? event.deltaX * (isLeftForward ? -1 : 1) * unit : event.deltaY * unit;
    if (now - lastAt > quietMs || Math.sign(delta) !== Math.sign(travelled)) {
      travelled = 0;
      hasTurned = false;
    }
    lastAt = now;
    travelled += delta;
    if (hasTurned || Math.abs(travelled) < push) return;
    hasTurned = true;
    turn(travelled > 0 ? 'forward' : 'backward');
  };
};

export interface SwipeTracker {
  onPointer(event: PointerEvent, hasSelection: boolean): void;
  /** The click that ends a swipe is not a tap. */
  wasSwipe(): boolean;
}

export interface SwipeTarget {
  isLeftForward(): boolean;
  /** Off where the page scrolls under the finger by itself. */
  isOn(): boolean;
  follow(offsetPx: number): void;
  release(): void;
  turn(direction: 'forward' | 'backward'): void;
}

/** Touch swipes across the page, which follows the finger; pens and mice select text instead. */
export const createSwipeTracker = (target: SwipeTarget): SwipeTracker => {
  const slopPx = 8;
  const flickPx = 36;
  const flickMs = 1_200;
  /** A finger that takes its time turns by going so far. */
  const pushPx = 140;
  let from: { id: number; x: number; y: number; at: number } | undefined;
  let isFollowing = false;
  let swipedAt = Number.NEGATIVE_INFINITY;

  const letGo = () => {
    from = undefined;
    if (isFollowing) target.release();
    isFollowing = false;
  };

  return {
    onPointer: (event, hasSelection) => {
      if (event.pointerType !== 'touch') return;
      if (event.type === 'pointerdown') {
        letGo();
        swipedAt = Number.NEGATIVE_INFINITY;
        if (event.isPrimary && target.isOn()) from = { id: event.pointerId, x: event.screenX, y: event.screenY, at: event.timeStamp };
        return;
      }
      if (!from || event.pointerId !== from.id) return;
      if (event.type === 'pointercancel' || hasSelection) {
        letGo();
        return;
      }
      const dx = event.screenX - from.x;
      const dy = event.screenY - from.y;
      const isAcross = Math.abs(dx) >= Math.abs(dy) * 1.2;
      if (event.type === 'pointermove') {
        if (isFollowing || (isAcross && Math.abs(dx) > slopPx)) {
          isFollowing = true;
          target.follow(dx);
        }
        return;
      }
      const isFlick = isAcross && Math.abs(dx) >= flickPx && event.timeStamp - from.at <= flickMs;
      if (isFollowing) swipedAt = event.timeStamp;
      if (!isFlick && !(isFollowing && Math.abs(dx) >= pushPx)) {
        letGo();
        return;
      }
      from = undefined;
      isFollowing = false;
      swipedAt = event.timeStamp;
      target.turn(dx < 0 === target.isLeftForward() ? 'backward' : 'forward');
    },
    wasSwipe: () => performance.now() - swipedAt < 400,
  };
};

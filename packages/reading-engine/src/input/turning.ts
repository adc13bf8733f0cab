/** Input that turns pages: keys, wheel, swipes, and clicks in the outer thirds. Depends on directions, not on layout. */
import type { TapZone } from '../navigator/protocol.ts';

/** Returns how a key turns the page; undefined for keys that the engine does not handle. Pure. */
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

/** Returns the tap zone of a point: the outer thirds turn pages, the middle belongs to the app. Pure. */
export const zoneOf = (x: number, width: number, isLeftForward: boolean): TapZone => {
  if (x < width / 3) return isLeftForward ? 'next' : 'previous';
  if (x > (width * 2) / 3) return isLeftForward ? 'previous' : 'next';
  return 'center';
};

/** Turns once per wheel gesture: a touchpad sends dozens of events for one gesture. */
export const createWheelTurner = (
  turn: (direction: 'forward' | 'backward') => void,
): ((event: WheelEvent, isLeftForward: boolean) => void) => {
  const pauseMs = 140;
  const thresholdPx = 24;
  let traveled = 0;
  let lastAt = 0;
  let hasTurned = false;
  return (event, isLeftForward) => {
    const now = event.timeStamp;
    const unit = event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 400 : 1;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const delta = sideways ? event.deltaX * (isLeftForward ? -1 : 1) * unit : event.deltaY * unit;
    if (now - lastAt > pauseMs || Math.sign(delta) !== Math.sign(traveled)) {
      traveled = 0;
      hasTurned = false;
    }
    lastAt = now;
    traveled += delta;
    if (hasTurned || Math.abs(traveled) < thresholdPx) return;
    hasTurned = true;
    turn(traveled > 0 ? 'forward' : 'backward');
  };
};

export interface SwipeTracker {
  onPointer(event: PointerEvent, hasSelection: boolean): void;
  /** Returns whether the current click ends a swipe; such a click is not a tap. */
  wasSwipe(): boolean;
}

export interface SwipeTarget {
  isLeftForward(): boolean;
  /** Whether swipes turn pages; false where the browser itself scrolls the page. */
  isEnabled(): boolean;
  follow(offsetPx: number): void;
  release(): void;
  turn(direction: 'forward' | 'backward'): void;
}

/** Tracks touch swipes across the page; the page follows the finger. Pens and mice select text instead. */
export const createSwipeTracker = (target: SwipeTarget): SwipeTracker => {
  const slopPx = 8;
  const flickPx = 36;
  const flickMs = 1_200;
  /** Distance after which a slow swipe turns the page. */
  const slowSwipePx = 140;
  let from: { id: number; x: number; y: number; at: number } | undefined;
  let isFollowing = false;
  let swipedAt = Number.NEGATIVE_INFINITY;

  const cancel = () => {
    from = undefined;
    if (isFollowing) target.release();
    isFollowing = false;
  };

  return {
    onPointer: (event, hasSelection) => {
      if (event.pointerType !== 'touch') return;
      if (event.type === 'pointerdown') {
        cancel();
        swipedAt = Number.NEGATIVE_INFINITY;
        if (event.isPrimary && target.isEnabled()) from = { id: event.pointerId, x: event.screenX, y: event.screenY, at: event.timeStamp };
        return;
      }
      if (!from || event.pointerId !== from.id) return;
      if (event.type === 'pointercancel' || hasSelection) {
        cancel();
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
      if (!isFlick && !(isFollowing && Math.abs(dx) >= slowSwipePx)) {
        cancel();
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

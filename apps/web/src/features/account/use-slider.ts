/** Moves the piece of a slider puzzle by pointer, touch and keys. Positions are integer pixels of the image, at any display width. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

interface SliderMoves {
  /** Offset of the piece from the left, in pixels of the image. */
  readonly x: number;
  readonly moving: boolean;
  /** Whether the piece has been released; it then no longer moves. */
  readonly given: boolean;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

interface Grip {
  readonly pointerId: number;
  /** Pointer position that corresponds to offset 0, in CSS pixels of the page. */
  readonly origin: number;
  /** Number of image pixels for each CSS pixel. */
  readonly scale: number;
}

const STEP = 2;
const STRIDE = 20;

/** Returns the offset of the piece after a key was pressed; undefined for keys that do not move it. */
const positionAfter = (key: string, x: number, max: number): number | undefined => {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return x + STEP;
    case 'ArrowLeft':
    case 'ArrowDown':
      return x - STEP;
    case 'PageUp':
      return x + STRIDE;
    case 'PageDown':
      return x - STRIDE;
    case 'Home':
      return 0;
    case 'End':
      return max;
    default:
      return undefined;
  }
};

/**
 * State of a slider puzzle, and handlers that move its piece. `puzzle`: identifies the current puzzle, undefined while there is none; a new
 * puzzle resets the offset to 0. `width`: width of the image; `max`: maximum offset of the piece. `onGiven` is called once with the offset
 * at which the piece was released.
 */
export const useSlider = (
  { puzzle, width, max }: { puzzle: string | undefined; width: number; max: number },
  onGiven: (x: number) => void,
): SliderMoves => {
  const [state, setState] = useState<{ puzzle: string | undefined; x: number; moving: boolean; given: boolean }>();
  const grip = useRef<Grip>(undefined);
  const fresh = { puzzle, x: 0, moving: false, given: false };
  const now = state?.puzzle === puzzle && state !== undefined ? state : fresh;
  const locked = puzzle === undefined || now.given;

  const clamp = (x: number): number => Math.min(max, Math.max(0, Math.round(x)));
  const give = (x: number): void => {
    if (x === 0) {
      setState(fresh);
      return;
    }
    setState({ puzzle, x, moving: false, given: true });
    onGiven(x);
  };
  const positionOf = (event: PointerEvent<HTMLElement>, { origin, scale }: Grip): number => clamp((event.clientX - origin) * scale);

  return {
    ...now,
    handlers: {
      onPointerDown: (event) => {
        if (locked || grip.current !== undefined || event.button !== 0) return;
        const shown = event.currentTarget.parentElement?.getBoundingClientRect().width ?? 0;
        const scale = shown > 0 ? width / shown : 1;
        grip.current = { pointerId: event.pointerId, origin: event.clientX - now.x / scale, scale };
        event.currentTarget.setPointerCapture(event.pointerId);
        setState({ ...now, moving: true });
      },
      onPointerMove: (event) => {
        if (grip.current?.pointerId !== event.pointerId || locked) return;
        setState({ ...now, moving: true, x: positionOf(event, grip.current) });
      },
      onPointerUp: (event) => {
        const held = grip.current;
        if (held?.pointerId !== event.pointerId) return;
        grip.current = undefined;
        if (!locked) give(positionOf(event, held));
      },
      onPointerCancel: () => {
        grip.current = undefined;
        if (!locked) setState(fresh);
      },
      onKeyDown: (event) => {
        if (locked || event.altKey || event.ctrlKey || event.metaKey) return;
        const next = positionAfter(event.key, now.x, max);
        if (next === undefined && event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (next === undefined) give(now.x);
        else setState({ ...now, x: clamp(next) });
      },
    },
  };
};

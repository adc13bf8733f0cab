/** Moving the piece of a slider puzzle by pointer, touch and keys. Positions are whole pixels of the picture, however wide it is shown. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

interface SliderMoves {
  /** How far the piece has been moved. */
  readonly x: number;
  readonly moving: boolean;
  /** The piece has been let go; nothing moves any more. */
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
  /** Where the pointer would stand with the piece at 0, in CSS pixels of the page. */
  readonly origin: number;
  /** Pixels of the picture in one CSS pixel of the page. */
  readonly scale: number;
}

const STEP = 2;
const STRIDE = 20;

/** Where a key brings the piece; undefined for a key that moves nothing. */
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
 * `puzzle` names the puzzle at hand, undefined while there is none: another one begins at 0. `width` and `max`: of the picture, and
 * how far the piece can go in it. `onGiven` hears once where the piece was let go.
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

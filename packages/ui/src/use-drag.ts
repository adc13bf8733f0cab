/** Drags an item of a list to another index with the pointer. Escape or a canceled pointer ends the drag without a change. */
import { type PointerEvent, useEffect, useRef, useState } from 'react';

export interface Drag {
  readonly from: number;
  readonly to: number;
}

interface DragOptions {
  /** Returns the index over which the pointer is, or undefined to leave the drop position as it is. */
  readonly indexAt: (event: MouseEvent, drag: Drag) => number | undefined;
  readonly onDrop: (drag: Drag) => void;
}

/** Returns the current drag, and the function to call when the handle of an item is pressed. */
export const useDrag = ({ indexAt, onDrop }: DragOptions) => {
  const [drag, setDrag] = useState<Drag>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const start = (event: PointerEvent, from: number): void => {
    if (event.button !== 0) return;
    stop.current?.();
    let current: Drag = { from, to: from };
    const listeners = new AbortController();
    const cancel = (): void => {
      listeners.abort();
      setDrag(undefined);
    };
    stop.current = cancel;
    const { signal } = listeners;
    window.addEventListener(
      'pointermove',
      (move) => {
        current = { from, to: indexAt(move, current) ?? current.to };
        setDrag(current);
      },
      { signal },
    );
    window.addEventListener(
      'pointerup',
      () => {
        cancel();
        onDrop(current);
      },
      { signal },
    );
    window.addEventListener('pointercancel', cancel, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal });
    setDrag(current);
  };
  return { drag, start };
};

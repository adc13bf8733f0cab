import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Calls `onEscape` when Escape is pressed inside `element`, and stops the propagation of the event. */
export const useEscape = (element: RefObject<HTMLElement | null>, onEscape: () => void): void => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onEscape();
  });
  useEffect(() => {
    const target = element.current;
    const listen = (event: KeyboardEvent): void => handle(event);
    target?.addEventListener('keydown', listen);
    return () => target?.removeEventListener('keydown', listen);
  }, [element]);
};

import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Escape pressed anywhere inside `element` is its own: nothing around it hears of the key. */
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

import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const places = new Map<string, number>();
const KEPT_PLACES = 50;

const keepPlace = (key: string, top: number): void => {
  places.delete(key);
  places.set(key, top);
  const oldest = places.keys().next().value;
  if (places.size > KEPT_PLACES && oldest !== undefined) places.delete(oldest);
};

/**
 * The content area starts at the top of a new view and goes back to its place on 后退; a view that only changed its query keeps its place.
 * A view kept alive has one place an address, whichever way one comes back to it.
 */
export const useContentScroll = (content: RefObject<HTMLElement | null>, keptAlive: boolean): void => {
  const { key, pathname, search } = useLocation();
  const kind = useNavigationType();
  const lastPathname = useRef(pathname);
  const placeKey = keptAlive ? pathname + search : key;
  useLayoutEffect(() => {
    const area = content.current;
    if (!area) return;
    const moved = lastPathname.current !== pathname;
    lastPathname.current = pathname;
    if (kind === 'POP' || (keptAlive && moved)) area.scrollTo({ top: places.get(placeKey) ?? 0 });
    else if (moved) area.scrollTo({ top: 0 });
    const remember = (): void => keepPlace(placeKey, area.scrollTop);
    area.addEventListener('scroll', remember, { passive: true });
    return () => area.removeEventListener('scroll', remember);
  }, [content, placeKey, kind, pathname, keptAlive]);
};

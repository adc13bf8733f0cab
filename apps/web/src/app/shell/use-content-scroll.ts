import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { LruMap } from '../../platform/lru-map.ts';

const POSITIONS_MAX = 50;
const positions = new LruMap<string, number>(POSITIONS_MAX);

/**
 * Scrolls the content area to the top of a new view, and restores its scroll position when the user goes back or forward. A change of only
 * the URL's query string keeps the position. A view with `keepAlive` has one position per URL, restored by any navigation.
 */
export const useContentScroll = (content: RefObject<HTMLElement | null>, keepAlive: boolean): void => {
  const { key, pathname, search } = useLocation();
  const kind = useNavigationType();
  const lastPathname = useRef(pathname);
  const positionKey = keepAlive ? pathname + search : key;
  useLayoutEffect(() => {
    const area = content.current;
    if (!area) return;
    const moved = lastPathname.current !== pathname;
    lastPathname.current = pathname;
    if (kind === 'POP' || (keepAlive && moved)) area.scrollTo({ top: positions.get(positionKey) ?? 0 });
    else if (moved) area.scrollTo({ top: 0 });
    const remember = (): void => void positions.set(positionKey, area.scrollTop);
    area.addEventListener('scroll', remember, { passive: true });
    return () => area.removeEventListener('scroll', remember);
  }, [content, positionKey, kind, pathname, keepAlive]);
};

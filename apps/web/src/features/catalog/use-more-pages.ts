/** Loads the next page when the end of a list comes near the viewport. */
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Distance from the bottom of the viewport at which the next page is loaded, so that it is loaded before the user reaches the end of the
 * list.
 */
const AHEAD = '800px';

/**
 * Returns a ref for an element after the list, and calls `onNear` when that element comes near the viewport. `onNear` may be called again
 * while a page of the list is loading.
 */
export const useMorePages = (hasMore: boolean, onNear: () => void): RefObject<HTMLDivElement | null> => {
  const end = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  });
  useEffect(() => {
    const element = end.current;
    if (!hasMore || element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near.current();
      },
      { root: element.closest('main'), rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore]);
  return end;
};

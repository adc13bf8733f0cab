/** Asks for the next page when the end of a list comes near. */
import { type RefObject, useEffect, useRef } from 'react';

/** So far below the window's edge that the next page is there before its place is reached. */
const AHEAD = '800px';

/** Put the ref on an element behind the list. `onNear` may come again while a page is on its way. */
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

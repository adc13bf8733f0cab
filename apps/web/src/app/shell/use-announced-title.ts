import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { followPage, hasServerHead, setTitle } from '../../platform/title/follow-page.ts';
import type { RouteHandle } from './route-handle.ts';

/**
 * Updates the document head on each navigation, moves the focus to the content (except on the first view), and returns the new title for
 * the live region. `restoreFocus` restores the previous focus of a screen that was kept alive, and returns whether it did.
 */
export const useAnnouncedTitle = (
  content: RefObject<HTMLElement | null>,
  { title, isIndexed = false }: RouteHandle,
  restoreFocus: (pathname: string) => boolean,
): string => {
  const { pathname, search } = useLocation();
  const [announcement, setAnnouncement] = useState('');
  const titled = useRef<string>(undefined);
  const described = useRef<string>(undefined);
  const announced = useRef<string>(undefined);
  // The title is set before the effects of the screen run, because they may set a better one.
  useLayoutEffect(() => {
    const url = pathname + search;
    const isFirst = described.current === undefined;
    if (described.current !== url) {
      described.current = url;
      // If the code that updates the head cannot be loaded, the failure is ignored: offline, the metadata of the head is irrelevant.
      if (!isFirst) followPage({ title, isIndexed, pathname, search }).catch(() => undefined);
    }
    if (titled.current === pathname) return;
    titled.current = pathname;
    // The title that the server has written may be more specific than that of the route, e.g. the title of the book.
    if (isFirst && hasServerHead(pathname)) return;
    setTitle(title);
  }, [pathname, search, title, isIndexed]);
  useEffect(() => {
    if (announced.current === pathname) return;
    const first = announced.current === undefined;
    announced.current = pathname;
    if (first) return;
    if (!restoreFocus(pathname)) content.current?.focus({ preventScroll: true });
    setAnnouncement(shellText.opened(title));
  }, [content, pathname, title, restoreFocus]);
  return announcement;
};

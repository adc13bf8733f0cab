import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';

/**
 * Sets the window's title on each change of view, moves the focus to the content (not on the first one) and answers the text to read aloud.
 * `giveBack` may put the focus where it was in that view before.
 */
export const useAnnouncedTitle = (
  content: RefObject<HTMLElement | null>,
  title: string,
  giveBack: (pathname: string) => boolean,
): string => {
  const { pathname } = useLocation();
  const [announcement, setAnnouncement] = useState('');
  const titled = useRef<string>(undefined);
  const seen = useRef<string>(undefined);
  // Before the effects of the screen, which may know a better title.
  useLayoutEffect(() => {
    if (titled.current === pathname) return;
    titled.current = pathname;
    document.title = shellText.documentTitle(title);
  }, [pathname, title]);
  useEffect(() => {
    if (seen.current === pathname) return;
    const first = seen.current === undefined;
    seen.current = pathname;
    if (first) return;
    if (!giveBack(pathname)) content.current?.focus({ preventScroll: true });
    setAnnouncement(shellText.opened(title));
  }, [content, pathname, title, giveBack]);
  return announcement;
};

import type { Locator } from '@shufang/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { readingText } from '../../../platform/messages/zh-cn/reading.ts';
import { locatorInUrl } from './use-start-position.ts';

/** Jumps to the locator in the URL once the book is open, and removes it from the URL, so that a reload returns to the current position. */
export const useLocatorInUrl = (jumpTo: (locator: Locator) => void): void => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isFirst = useRef(true);
  const requested = locatorInUrl(search);
  const follow = useEffectEvent((text: string) => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    // The reader navigated back while the book was opening: do not overwrite the URL of the other screen.
    if (text === '' || globalThis.location.pathname !== pathname) return;
    if (!wasFirst && requested) jumpTo(requested);
    else if (!requested) broadcast('toast', { kind: 'info', text: readingText.positionUnknown });
    void navigate({ pathname }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => follow(search), [search]);
};

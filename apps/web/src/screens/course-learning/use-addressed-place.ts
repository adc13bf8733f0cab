import type { Locator } from '@shufang/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { placeInAddress } from './use-start-place.ts';

/** Follows an address that names a place, once the book is open, and takes the place out of it: a reload comes back to where one was. */
export const useAddressedPlace = (jumpTo: (place: Locator) => void): void => {
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isFirst = useRef(true);
  const asked = search === '' ? undefined : placeInAddress(params);
  const follow = useEffectEvent((text: string) => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    // Gone back while the book was opening: the browser is already at the other screen, whose address would be written over.
    if (text === '' || globalThis.location.pathname !== pathname) return;
    if (!wasFirst && asked) jumpTo(asked);
    else if (!asked) broadcast('toast', { kind: 'info', text: readingText.placeUnknown });
    void navigate({ pathname }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => follow(search), [search]);
};

/** Renews the content ticket before it expires, or when the frame reports that it has expired. */
import type { Navigator } from '@shufang/reading-engine';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isLessThan, type OpenedBook, openAgain } from '../../../features/reading/use-open-book.ts';
import { isNetworkError, isRefusal } from '../../../platform/api/api-error.ts';
import { onApiError } from '../../../platform/api/on-api-error.ts';

/** How long before its expiry the content ticket is renewed. */
const EARLY_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface EndedRight {
  /** The server's message that tells the user why they may not read the book any more. */
  reason: string;
  /** Whether some chapters are open for trial. */
  isTrial: boolean;
}

export interface ContentTicket {
  isOffline: boolean;
  /** The reason why the user may not read the book any more; undefined while the right with which it was opened has not ended. */
  ended: EndedRight | undefined;
  /** Renews the content ticket now; the frame then retries the failed request. */
  renew: () => Promise<void>;
}

export const useContentTicket = (opened: OpenedBook, navigator: Navigator | undefined): ContentTicket => {
  const [renewed, setRenewed] = useState<{ of: OpenedBook; expiresAt: number }>();
  const expiresAt = renewed?.of === opened ? renewed.expiresAt : opened.content.expiresAt;
  const [isOffline, setOffline] = useState(false);
  const [ended, setEnded] = useState<{ of: OpenedBook } & EndedRight>();
  const isRenewing = useRef(false);
  /** Whether `renew` was called before the navigator exists: the early reader may have reported that the content ticket has expired. */
  const isRequested = useRef(false);

  const renewAs = useCallback(
    async (activity: 'idle' | 'acting'): Promise<void> => {
      if (isRenewing.current || !navigator) return;
      isRenewing.current = true;
      try {
        const now = await openAgain(opened.book.id, activity);
        const { content, right } = now;
        setRenewed({ of: opened, expiresAt: content.expiresAt });
        setOffline(false);
        // The new content ticket opens fewer chapters than the old one, so the current page may be closed.
        if (isLessThan(now, opened)) {
          setEnded({ of: opened, reason: right.reason, isTrial: right.kind === 'trial' });
          return;
        }
        await navigator.setTicket(content.baseUrl);
      } catch (error) {
        if (isNetworkError(error)) setOffline(true);
        else if (isRefusal(error, 'entitlement.notEntitled', 'catalog.bookNotFound'))
          setEnded({ of: opened, reason: error.message, isTrial: false });
        // All concurrent slots of the license may be taken, because the reader's slot was freed while they were idle. That error is shown
        // only when the reader continues.
        else if (activity === 'acting' || !isRefusal(error, 'license.noSeat')) onApiError(error);
      } finally {
        isRenewing.current = false;
      }
    },
    [opened, navigator],
  );
  const renew = useCallback(async (): Promise<void> => {
    isRequested.current = navigator === undefined;
    await renewAs('acting');
  }, [navigator, renewAs]);
  useEffect(() => {
    if (navigator && isRequested.current) void renew();
  }, [navigator, renew]);

  useEffect(() => {
    const timer = setTimeout(() => void renewAs('idle'), Math.min(LONGEST_TIMER_MS, Math.max(1_000, expiresAt - Date.now() - EARLY_MS)));
    return () => clearTimeout(timer);
  }, [expiresAt, renewAs]);

  useEffect(() => {
    const handleOffline = (): void => setOffline(true);
    const handleOnline = (): void => {
      if (expiresAt - Date.now() < EARLY_MS) void renewAs('idle');
      else setOffline(false);
    };
    window.addEventListener('offline', handleOffline);
    window.addEventListener('online', handleOnline);
    return () => {
      window.removeEventListener('offline', handleOffline);
      window.removeEventListener('online', handleOnline);
    };
  }, [expiresAt, renewAs]);
  return { isOffline, ended: ended?.of === opened ? ended : undefined, renew };
};

/** Keeps the content address alive: a fresh ticket before the old one ends, or when the frame says it has ended. */
import type { Navigator } from '@shufang/reading-engine';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchFreshTicket, type OpenedBook } from '../../features/reading/use-open-book.ts';
import { isNetworkFailure, isRefusal } from '../../platform/api/api-error.ts';
import { onApiError } from '../../platform/api/on-api-error.ts';

/** Asked for so long before the end. */
const EARLY_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface ContentTicket {
  isOffline: boolean;
  /** Gets a ticket now; the frame then tries again what failed. */
  renew: () => Promise<void>;
}

export const useContentTicket = (opened: OpenedBook, navigator: Navigator | undefined): ContentTicket => {
  const [renewed, setRenewed] = useState<{ of: OpenedBook; expiresAt: number }>();
  const expiresAt = renewed?.of === opened ? renewed.expiresAt : opened.content.expiresAt;
  const [isOffline, setOffline] = useState(false);
  const isAsking = useRef(false);

  const renewAs = useCallback(
    async (goOn: 'idle' | 'acting'): Promise<void> => {
      if (isAsking.current || !navigator) return;
      isAsking.current = true;
      try {
        const content = await fetchFreshTicket(opened.book.id, goOn);
        setRenewed({ of: opened, expiresAt: content.expiresAt });
        setOffline(false);
        await navigator.setTicket(content.baseUrl);
      } catch (error) {
        if (isNetworkFailure(error)) setOffline(true);
        // The place was given up while nobody read: the reader is told when they go on.
        else if (goOn === 'acting' || !isRefusal(error, 'commerce.noPlace')) onApiError(error);
      } finally {
        isAsking.current = false;
      }
    },
    [opened, navigator],
  );
  const renew = useCallback(() => renewAs('acting'), [renewAs]);

  useEffect(() => {
    const timer = setTimeout(() => void renewAs('idle'), Math.min(LONGEST_TIMER_MS, Math.max(1_000, expiresAt - Date.now() - EARLY_MS)));
    return () => clearTimeout(timer);
  }, [expiresAt, renewAs]);

  useEffect(() => {
    const goOffline = (): void => setOffline(true);
    const comeBack = (): void => {
      if (expiresAt - Date.now() < EARLY_MS) void renewAs('idle');
      else setOffline(false);
    };
    window.addEventListener('offline', goOffline);
    window.addEventListener('online', comeBack);
    return () => {
      window.removeEventListener('offline', goOffline);
      window.removeEventListener('online', comeBack);
    };
  }, [expiresAt, renewAs]);
  return { isOffline, renew };
};

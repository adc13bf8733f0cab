/** Keeps the content address alive: a fresh ticket before the old one ends, or when the frame says it has ended. */
import type { Navigator } from '@shufang/reading-engine';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchFreshTicket, type OpenedBook } from '../../features/reading/use-open-book.ts';
import { isNetworkFailure } from '../../platform/api/api-error.ts';
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

  const renew = useCallback(async (): Promise<void> => {
    if (isAsking.current || !navigator) return;
    isAsking.current = true;
    try {
      const content = await fetchFreshTicket(opened.book.id);
      setRenewed({ of: opened, expiresAt: content.expiresAt });
      setOffline(false);
      await navigator.setTicket(content.baseUrl);
    } catch (error) {
      if (isNetworkFailure(error)) setOffline(true);
      else onApiError(error);
    } finally {
      isAsking.current = false;
    }
  }, [opened, navigator]);

  useEffect(() => {
    const timer = setTimeout(() => void renew(), Math.min(LONGEST_TIMER_MS, Math.max(1_000, expiresAt - Date.now() - EARLY_MS)));
    return () => clearTimeout(timer);
  }, [expiresAt, renew]);

  useEffect(() => {
    const goOffline = (): void => setOffline(true);
    const comeBack = (): void => {
      if (expiresAt - Date.now() < EARLY_MS) void renew();
      else setOffline(false);
    };
    window.addEventListener('offline', goOffline);
    window.addEventListener('online', comeBack);
    return () => {
      window.removeEventListener('offline', goOffline);
      window.removeEventListener('online', comeBack);
    };
  }, [expiresAt, renew]);
  return { isOffline, renew };
};

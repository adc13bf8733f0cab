/** Counts the time the signed-in person reads in a book, keeps it on the device, and sends it now and then. */
import { useCallback, useEffect, useMemo } from 'react';
import { useSession } from '../../platform/session/session.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { addReadingSeconds, calendarDayOf } from '../../platform/storage/reading-days.ts';
import { createReadingClock } from './reading-clock.ts';
import { leaveForNextTime, sendReadingDays } from './send-reading-days.ts';

const KEEP_MS = 5_000;
const SEND_MS = 120_000;

/** The answer is to be called whenever the reader does something the page itself does not hear of: within the frame. */
export const useReadingTime = (bookId: string): (() => void) => {
  const owner = useSession((session) => session.userId);
  const clock = useMemo(() => createReadingClock(), []);
  useEffect(() => {
    if (owner === undefined) return;
    const db = readerDatabase();
    const keep = async (): Promise<void> => {
      const seconds = clock.takeSeconds();
      if (seconds > 0) await addReadingSeconds(db, owner, bookId, calendarDayOf(Date.now()), seconds);
    };
    const send = (): void => void keep().then(() => sendReadingDays(db, owner).catch(leaveForNextTime));
    const touch = (): void => clock.touch();
    const leave = (): void => {
      clock.rest();
      send();
    };
    const handleVisibility = (): void => {
      if (document.visibilityState === 'hidden') leave();
    };
    send();
    const keeping = setInterval(() => void keep(), KEEP_MS);
    const sending = setInterval(send, SEND_MS);
    const acts = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const act of acts) window.addEventListener(act, touch, { passive: true });
    document.addEventListener('visibilitychange', handleVisibility);
    window.addEventListener('online', send);
    return () => {
      clearInterval(keeping);
      clearInterval(sending);
      for (const act of acts) window.removeEventListener(act, touch);
      document.removeEventListener('visibilitychange', handleVisibility);
      window.removeEventListener('online', send);
      leave();
    };
  }, [owner, bookId, clock]);
  return useCallback(() => clock.touch(), [clock]);
};

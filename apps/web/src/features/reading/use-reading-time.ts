/** Counts the signed-in user's reading time in a book, stores it on the device, and sends it periodically. */
import { useCallback, useEffect, useMemo } from 'react';
import { useSession } from '../../platform/session/session.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { addReadingSeconds, calendarDayOf } from '../../platform/storage/reading-days.ts';
import { createReadingClock } from './reading-clock.ts';
import { ignoreUntilNextTime, sendReadingDays } from './send-reading-days.ts';

const SAVE_INTERVAL_MS = 5_000;
const SEND_INTERVAL_MS = 120_000;

/** Returns a function to call on each input inside the frame, which the page itself does not receive. */
export const useReadingTime = (bookId: string): (() => void) => {
  const owner = useSession((session) => session.userId);
  const clock = useMemo(() => createReadingClock(), []);
  useEffect(() => {
    if (owner === undefined) return;
    const db = readerDatabase();
    const save = async (): Promise<void> => {
      const seconds = clock.takeSeconds();
      if (seconds > 0) await addReadingSeconds(db, owner, bookId, calendarDayOf(Date.now()), seconds);
    };
    const send = (): void => void save().then(() => sendReadingDays(db, owner).catch(ignoreUntilNextTime));
    const touch = (): void => clock.touch();
    const leave = (): void => {
      clock.rest();
      send();
    };
    const handleVisibility = (): void => {
      if (document.visibilityState === 'hidden') leave();
    };
    send();
    const saveTimer = setInterval(() => void save(), SAVE_INTERVAL_MS);
    const sendTimer = setInterval(send, SEND_INTERVAL_MS);
    const activityEvents = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const type of activityEvents) window.addEventListener(type, touch, { passive: true });
    document.addEventListener('visibilitychange', handleVisibility);
    window.addEventListener('online', send);
    return () => {
      clearInterval(saveTimer);
      clearInterval(sendTimer);
      for (const type of activityEvents) window.removeEventListener(type, touch);
      document.removeEventListener('visibilitychange', handleVisibility);
      window.removeEventListener('online', send);
      leave();
    };
  }, [owner, bookId, clock]);
  return useCallback(() => clock.touch(), [clock]);
};

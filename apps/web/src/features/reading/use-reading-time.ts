/**
 * Counts the signed-in user's reading time in a book, stores it on the device, and sends it periodically. Reminds every reader who has
 * chosen so to rest.
 */
import type { ReadingPreferences } from '@shufang/contract';
import { useCallback, useEffect, useMemo } from 'react';
import { onReachable } from '../../platform/api/connection.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { useSession } from '../../platform/session/session.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { addReadingSeconds, calendarDayOf } from '../../platform/storage/reading-days.ts';
import { createReadingClock } from './reading-clock.ts';
import { createRestReminder } from './rest-reminder.ts';
import { ignoreUntilNextTime, sendReadingDays } from './send-reading-days.ts';

const SAVE_INTERVAL_MS = 5_000;
const SEND_INTERVAL_MS = 120_000;

/** Returns a function to call on each input inside the frame, which the page itself does not receive. */
export const useReadingTime = (bookId: string, restReminder: ReadingPreferences['restReminder']): (() => void) => {
  const owner = useSession((session) => session.userId);
  const clock = useMemo(() => createReadingClock(), []);
  const rest = useMemo(() => createRestReminder(), []);
  const touch = useCallback(() => {
    clock.touch();
    const minutes = restReminder === 'off' ? Number.POSITIVE_INFINITY : Number(restReminder);
    if (rest.touch(minutes)) broadcast('toast', { kind: 'info', text: readingText.restNow(restReminder) });
  }, [clock, rest, restReminder]);
  useEffect(() => {
    const activityEvents = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const type of activityEvents) window.addEventListener(type, touch, { passive: true });
    return () => {
      for (const type of activityEvents) window.removeEventListener(type, touch);
    };
  }, [touch]);
  useEffect(() => {
    if (owner === undefined) return;
    const db = readerDatabase();
    const save = async (): Promise<void> => {
      const seconds = clock.takeSeconds();
      if (seconds > 0) await addReadingSeconds(db, owner, bookId, calendarDayOf(Date.now()), seconds);
    };
    const send = (): void => void save().then(() => sendReadingDays(db, owner).catch(ignoreUntilNextTime));
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
    document.addEventListener('visibilitychange', handleVisibility);
    const stopReaching = onReachable(send);
    return () => {
      clearInterval(saveTimer);
      clearInterval(sendTimer);
      document.removeEventListener('visibilitychange', handleVisibility);
      stopReaching();
      leave();
    };
  }, [owner, bookId, clock]);
  return touch;
};

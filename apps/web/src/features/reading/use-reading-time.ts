/**
 * Counts the signed-in user's reading time in a book, stores it on the device, and sends it periodically. Reminds every reader who has
 * chosen so to rest.
 */
import type { ReadingPreferences } from '@shufang/contract';
import type { Located } from '@shufang/reading-engine';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { onReachable } from '../../platform/api/connection.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { useSession } from '../../platform/session/session.ts';
import type { ReadPart } from '../../platform/storage/block-times.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { addReadingSeconds, calendarDayOf } from '../../platform/storage/reading-days.ts';
import { onSaveWork } from '../../platform/storage/unsaved-work.ts';
import { createReadingClock } from './reading-clock.ts';
import { createRestReminder } from './rest-reminder.ts';
import { ignoreUntilNextTime, sendReadingDays } from './send-reading-days.ts';

const loadRecorder = () => import('./block-time-recorder.ts');

const SAVE_INTERVAL_MS = 5_000;
const SEND_INTERVAL_MS = 120_000;

interface ReadingTime {
  /** Call on each input inside the frame, which the page itself does not receive. */
  readonly touch: () => void;
  /** Call with what is on the screen whenever it changes. */
  readonly show: (visible: Located['visible']) => void;
}

interface TimedBook {
  readonly bookId: string;
  readonly versionId: string;
}

export const useReadingTime = ({ bookId, versionId }: TimedBook, restReminder: ReadingPreferences['restReminder']): ReadingTime => {
  const owner = useSession((session) => session.userId);
  const clock = useMemo(() => createReadingClock(), []);
  const rest = useMemo(() => createRestReminder(), []);
  /** What is on the screen, the seconds that are not saved yet, and what was on the screen meanwhile. Saved together, not at each page. */
  const read = useRef<{ visible?: Located['visible']; seconds: number; parts: ReadPart[] }>({ seconds: 0, parts: [] });
  const settle = useCallback(() => {
    const seconds = clock.takeSeconds();
    const { visible, parts } = read.current;
    if (seconds === 0) return;
    read.current.seconds += seconds;
    if (visible !== undefined) parts.push({ href: visible.href, seconds, blocks: visible.blocks ?? [] });
  }, [clock]);
  const show = useCallback(
    (visible: Located['visible']) => {
      settle();
      read.current.visible = visible;
    },
    [settle],
  );
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
      settle();
      const { seconds, parts } = read.current;
      if (seconds === 0) return;
      read.current = { ...read.current, seconds: 0, parts: [] };
      await addReadingSeconds(db, owner, bookId, calendarDayOf(Date.now()), seconds);
      await (await loadRecorder()).recordParts({ owner, bookId, versionId }, parts);
    };
    const sendAll = async (): Promise<void> => {
      await save();
      await sendReadingDays(db, owner).catch(ignoreUntilNextTime);
      await (await loadRecorder()).sendBlockTimes(owner).catch(ignoreUntilNextTime);
    };
    const send = (): void => void sendAll();
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
    const stopSaving = onSaveWork(save);
    return () => {
      clearInterval(saveTimer);
      clearInterval(sendTimer);
      document.removeEventListener('visibilitychange', handleVisibility);
      stopReaching();
      stopSaving();
      leave();
    };
  }, [owner, bookId, versionId, clock, settle]);
  return useMemo(() => ({ touch, show }), [touch, show]);
};

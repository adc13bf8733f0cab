/** Tells the server how long was read on this device. Sums of a day, so that sending one twice, or late, does no harm. */
import { LIMITS, reportReading } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { deviceId } from '../../platform/session/device-id.ts';
import { useSession } from '../../platform/session/session.ts';
import type { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { calendarDayOf, listUnsentDays, noteSentDays } from '../../platform/storage/reading-days.ts';

/** Throws `ApiError`; what was not sent stays for the next time. Only the signed-in person's own days go out. */
export const sendReadingDays = async (db: ReaderDatabase, owner: string): Promise<void> => {
  for (;;) {
    if (useSession.getState().userId !== owner) return;
    const days = (await listUnsentDays(db, owner)).slice(0, LIMITS.readingDaysPerCall);
    if (days.length === 0) return;
    await call(reportReading, { deviceId: deviceId(), days: days.map(({ bookId, day, seconds }) => ({ bookId, day, seconds })) });
    await noteSentDays(db, days, calendarDayOf(Date.now()));
  }
};

/** Without a network, or a session, the days wait on the device: nobody need hear of it. */
export const leaveForNextTime = (): void => undefined;

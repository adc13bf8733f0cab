/** Reports the reading time of this device to the server, as sums of each day, so that repeated and late reports are safe. */
import { LIMITS, reportReading } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { deviceId } from '../../platform/session/device-id.ts';
import { useSession } from '../../platform/session/session.ts';
import type { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { calendarDayOf, deleteDays, listUnsentDays, markDaysSent } from '../../platform/storage/reading-days.ts';

/**
 * Sends the unsent days of the signed-in user, and deletes them if their recording is switched off. Throws `ApiError`; unsent days stay for
 * the next call.
 */
export const sendReadingDays = async (db: ReaderDatabase, owner: string): Promise<void> => {
  for (;;) {
    if (useSession.getState().userId !== owner) return;
    const days = (await listUnsentDays(db, owner)).slice(0, LIMITS.readingDaysPerCall);
    if (days.length === 0) return;
    const sent = days.map(({ bookId, day, seconds }) => ({ bookId, day, seconds }));
    const { isOn } = await call(reportReading, { deviceId: deviceId(), days: sent });
    if (!isOn) return deleteDays(db, owner);
    await markDaysSent(db, days, calendarDayOf(Date.now()));
  }
};

/** Error handler: without a network or a session the days stay on the device, and no message is shown. */
export const ignoreUntilNextTime = (): void => undefined;

/** Records reading time by document and block on this device, and reports it to the server as sums of each day. Loaded when time is read. */
import { LIMITS, reportBlockTime } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { deviceId } from '../../platform/session/device-id.ts';
import { useSession } from '../../platform/session/session.ts';
import { addReadParts, deleteTimes, listUnsentTimes, markTimesSent, type ReadPart } from '../../platform/storage/block-times.ts';
import { type BlockTimeEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { calendarDayOf, deleteDays } from '../../platform/storage/reading-days.ts';

const SECOND_MS = 1_000;
/** Users who have switched the recording off, as the server reported last. */
const switchedOff = new Set<string>();

/** Adds what was read to the times of today, unless the user has switched the recording off. */
export const recordParts = async (
  at: Pick<BlockTimeEntry, 'owner' | 'bookId' | 'versionId'>,
  parts: readonly ReadPart[],
): Promise<void> => {
  if (parts.length > 0 && !switchedOff.has(at.owner))
    await addReadParts(readerDatabase(), { ...at, day: calendarDayOf(Date.now()) }, parts);
};

const report = async (owner: string, times: readonly BlockTimeEntry[]): Promise<void> => {
  const db = readerDatabase();
  const { isOn } = await call(reportBlockTime, {
    deviceId: deviceId(),
    documents: times.map(({ bookId, versionId, href, day, seconds, blocks }) => ({
      bookId,
      versionId,
      href,
      day,
      seconds,
      blocks: Object.fromEntries(Object.entries(blocks).map(([id, ms]) => [id, Math.min(seconds, Math.round(ms / SECOND_MS))])),
    })),
  });
  if (isOn) {
    switchedOff.delete(owner);
    await markTimesSent(db, times, calendarDayOf(Date.now()));
  } else {
    switchedOff.add(owner);
    await deleteTimes(db, owner);
  }
};

/** Sends the unsent times of the signed-in user. Throws `ApiError`; unsent times stay for the next call. */
export const sendBlockTimes = async (owner: string): Promise<void> => {
  for (;;) {
    if (useSession.getState().userId !== owner) return;
    const times = (await listUnsentTimes(readerDatabase(), owner)).slice(0, LIMITS.timedDocumentsPerCall);
    if (times.length === 0) return;
    await report(owner, times);
  }
};

/** Records on this device that the user has switched the recording on or off. */
export const noteRecordingChoice = async (owner: string, isOn: boolean): Promise<void> => {
  if (isOn) switchedOff.delete(owner);
  else {
    switchedOff.add(owner);
    await deleteTimes(readerDatabase(), owner);
    await deleteDays(readerDatabase(), owner);
  }
};

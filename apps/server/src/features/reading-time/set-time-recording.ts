/** Switches the recording of the caller's reading time on or off, and deletes what was recorded when it is switched off. */
import type { UseCase } from '../../platform/http/register.ts';
import { forgetReadingDays } from '../reading/forget-reading-days.ts';
import type { ReadingTimeDependencies } from './reading-time-dependencies.ts';
import { deleteTimesOf, putRecording } from './store.ts';

export const setTimeRecording: UseCase<'setTimeRecording', ReadingTimeDependencies> = async ({ db, clock }, { reader }, { isOn }) => {
  await db.transaction(async (tx) => {
    await putRecording(tx, reader.userId, isOn, clock.now());
    if (isOn) return;
    await deleteTimesOf(tx, reader.userId);
    await forgetReadingDays(tx, reader.userId);
  });
  return { payload: { isOn }, say: isOn ? '已开始记录阅读时长' : '已关闭，并删除了记录的阅读时长' };
};

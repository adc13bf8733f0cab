/** Switches the recording of the caller's reading time by chapter on or off, and deletes what was recorded when it is switched off. */
import type { UseCase } from '../../platform/http/register.ts';
import type { ReadingTimeDependencies } from './reading-time-dependencies.ts';
import { deleteTimesOf, putRecording } from './store.ts';

export const setTimeRecording: UseCase<'setTimeRecording', ReadingTimeDependencies> = async ({ db, clock }, { reader }, { isOn }) => {
  await db.transaction(async (tx) => {
    await putRecording(tx, reader.userId, isOn, clock.now());
    if (!isOn) await deleteTimesOf(tx, reader.userId);
  });
  return { payload: { isOn }, say: isOn ? '已开始记录各章阅读时长' : '已关闭，并删除了各章阅读时长' };
};

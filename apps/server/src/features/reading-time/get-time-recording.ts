/** Returns whether the caller's reading time is recorded by chapter. */
import type { UseCase } from '../../platform/http/register.ts';
import type { ReadingTimeDependencies } from './reading-time-dependencies.ts';
import { isRecorded } from './store.ts';

export const getTimeRecording: UseCase<'getTimeRecording', ReadingTimeDependencies> = async ({ db }, { reader }) => ({
  isOn: await isRecorded(db.orm, reader.userId),
});

import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Switches the recording of reading time, by day and by chapter, on or off. Switching it off deletes what was recorded. */
export const setTimeRecording = operation({
  name: 'setTimeRecording',
  method: 'POST',
  path: '/api/stat/recording/set',
  summary: '打开或关闭阅读时长的记录',
  permission: 'ownAccount',
  input: z.object({ isOn: z.boolean() }),
  output: z.object({ isOn: z.boolean() }),
});

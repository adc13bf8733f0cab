import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Returns whether the caller's reading time is recorded, by day and by chapter. */
export const getTimeRecording = operation({
  name: 'getTimeRecording',
  method: 'GET',
  path: '/api/stat/recording',
  summary: '是否记录阅读时长',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ isOn: z.boolean() }),
});

import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';

/**
 * Returns a sentence as audio (MP3), said by a voice of the operator's speech service; an error is returned as JSON, as for other calls.
 * The client changes the speed itself, so that the browser can store the audio for all speeds.
 */
export const speakSentence = operation({
  name: 'speakSentence',
  method: 'GET',
  path: '/api/speech/sentence',
  summary: '朗读一句',
  permission: 'ownAccount',
  input: z.object({
    voice: z.string().min(1).max(100),
    text: z.string().trim().min(1, '请填写要朗读的文字').max(LIMITS.speechTextChars, `一次最多朗读 ${LIMITS.speechTextChars} 个字`),
  }),
  output: z.object({}),
});

import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** A voice of the operator's speech service. `language`: BCP 47 tag. */
export const speechVoice = z.object({ id: z.string(), name: z.string(), language: z.string() });
export type SpeechVoice = z.output<typeof speechVoice>;

/** Lists the voices of the operator's speech service; empty if the operator offers none. */
export const listVoices = operation({
  name: 'listVoices',
  method: 'GET',
  path: '/api/speech/voices',
  summary: '朗读的声音',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ voices: z.array(speechVoice) }),
});

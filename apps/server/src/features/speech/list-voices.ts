/** Lists the voices of the operator's speech service. */
import type { UseCase } from '../../platform/http/register.ts';
import type { SpeechDependencies } from './speech-dependencies.ts';

export const listVoices: UseCase<'listVoices', SpeechDependencies> = async ({ speech }) => ({
  voices: [...(speech?.voices ?? [])],
});

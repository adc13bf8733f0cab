/** Registers the operations of the operator's speech service. */
import { register, registerFiles } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { listVoices } from './list-voices.ts';
import { speakSentence } from './speak-sentence.ts';
import type { SpeechDependencies } from './speech-dependencies.ts';

export const registerSpeechRoutes = (router: Router, dependencies: SpeechDependencies): void => {
  register(router, dependencies, { listVoices });
  registerFiles(router, dependencies, { speakSentence });
};

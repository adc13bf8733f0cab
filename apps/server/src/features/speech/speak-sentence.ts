/**
 * Returns a sentence as audio. Throws `request.invalid` without such a voice, `request.tooMany`, and `unavailable` when the speech service
 * fails.
 */
import { CodedError } from '@shufang/contract';
import { SpeechUnavailableError } from '../../gateways/speech/speech-gateway.ts';
import type { FileUseCase } from '../../platform/http/register.ts';
import { SPEECH_LIMITS } from './limits.ts';
import type { SpeechDependencies } from './speech-dependencies.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The browser stores a sentence, so that going back a sentence needs no request. */
const STORED_FOR_A_DAY = 'private, max-age=86400, immutable';

export const speakSentence: FileUseCase<'speakSentence', SpeechDependencies> = async (
  { speech, limiter, log },
  { reader },
  { text, voice },
  { request, reply },
) => {
  if (!speech?.voices.some(({ id }) => id === voice)) throw new CodedError('request.invalid', { reason: '没有这个声音' });
  const rules = [
    [`speech:minute:${reader.userId}`, { points: SPEECH_LIMITS.sentencesPerMinute, windowMs: MINUTE_MS }],
    [`speech:day:${reader.userId}`, { points: SPEECH_LIMITS.sentencesPerDay, windowMs: DAY_MS }],
  ] as const;
  for (const [key, rule] of rules) if (!(await limiter.take(key, rule)).allowed) throw new CodedError('request.tooMany');
  const gone = new AbortController();
  request.raw.once('close', () => gone.abort());
  try {
    const { type, bytes } = await speech.speak(text, voice, gone.signal);
    return reply.header('content-type', type).header('cache-control', STORED_FOR_A_DAY).header('vary', 'authorization').send(bytes);
  } catch (error) {
    if (!(error instanceof SpeechUnavailableError)) throw error;
    log.warn({ err: error }, 'the speech service failed');
    throw new CodedError('unavailable');
  }
};

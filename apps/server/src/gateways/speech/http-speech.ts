/**
 * A speech service with an interface compatible with OpenAI's: `POST` of `model`, `input`, `voice`, `speed` and `response_format` as JSON,
 * answered with the audio. https://platform.openai.com/docs/api-reference/audio/createSpeech
 * The address is a setting of the operator, who may run the service in the own network. No redirect is followed, so the service cannot make
 * this server request another address, and only audio of a limited size is passed on (docs/security.md, T23).
 */
import { Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type SpeechGateway, SpeechUnavailableError } from './speech-gateway.ts';

/** Time for a whole sentence: services of our own hardware need several seconds. */
const SPEECH_TIMEOUT_MS = 30_000;
/** Maximum size of the audio of a sentence: five minutes as MP3 with 128 kbit/s. */
const AUDIO_BYTES_MAX = 5_000_000;

interface SpeechService {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly voices: SpeechGateway['voices'];
}

const limitBytes = (): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > AUDIO_BYTES_MAX) done(new SpeechUnavailableError('the audio is too long'));
      else done(null, chunk);
    },
  });
};

export const createHttpSpeech = ({ url, key, model, voices }: SpeechService): SpeechGateway => ({
  voices,
  speak: async (text, voice, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input: text, voice, speed: 1, response_format: 'mp3' }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(SPEECH_TIMEOUT_MS)]),
    }).catch((cause: unknown) => {
      throw new SpeechUnavailableError('the speech service cannot be reached', { cause });
    });
    const type = response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (!response.ok || response.body === null || !/^audio\/[a-z0-9.+-]+$/.test(type)) {
      await response.body?.cancel();
      throw new SpeechUnavailableError(`the speech service responded with ${response.status} ${type}`);
    }
    const limited = limitBytes();
    const source = Readable.fromWeb(response.body as ReadableStream);
    source.on('error', (error) => limited.destroy(error));
    limited.on('close', () => source.destroy());
    return { type, bytes: source.pipe(limited) };
  },
});

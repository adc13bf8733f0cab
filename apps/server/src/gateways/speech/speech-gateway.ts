/** A service that says a sentence. */
import type { Readable } from 'node:stream';

export interface SpokenAudio {
  /** MIME type, `audio/…`. */
  readonly type: string;
  readonly bytes: Readable;
}

export interface SpeechGateway {
  readonly voices: readonly { readonly id: string; readonly name: string; readonly language: string }[];
  /** Returns the audio of a text. Throws `SpeechUnavailableError` when the service does not respond with audio. */
  speak(text: string, voice: string, signal: AbortSignal): Promise<SpokenAudio>;
}

export class SpeechUnavailableError extends Error {
  override readonly name = 'SpeechUnavailableError';
}

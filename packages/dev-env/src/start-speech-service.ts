/** A speech service for tests, with the interface that `SPEECH_URL` expects. Its voices are real: espeak-ng of this machine says each text. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface SpeechService {
  /** Value of `SPEECH_URL`. */
  readonly url: string;
  /** The requests so far. */
  readonly requests: { readonly authorization: string | undefined; readonly body: Record<string, unknown> }[];
  /** Makes the service respond with this status instead of audio; undefined: with audio. */
  failWith(status: number | undefined): void;
  stop(): Promise<void>;
}

/** Returns the WAV file of a text said by a voice of espeak-ng (`cmn`: Mandarin). */
const sayWithEspeak = async (text: string, voice: string): Promise<Buffer> => {
  const child = spawn('espeak-ng', ['-v', voice, '--stdout', '--stdin'], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(text);
  return buffer(child.stdout);
};

export const startSpeechService = async (): Promise<SpeechService> => {
  const requests: SpeechService['requests'] = [];
  let status: number | undefined;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse((await buffer(request)).toString()) as Record<string, unknown>;
    requests.push({ authorization: request.headers.authorization, body });
    if (status === undefined) {
      const audio = await sayWithEspeak(String(body['input']), String(body['voice']));
      response.writeHead(200, { 'content-type': 'audio/wav' }).end(audio);
    } else response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1/' }).end('{}');
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/audio/speech`,
    requests,
    failWith: (wanted) => {
      status = wanted;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

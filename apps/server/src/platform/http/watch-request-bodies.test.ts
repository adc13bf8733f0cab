import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createHttpServer } from './create-http-server.ts';

const DEADLINE_MS = 300;
const WINDOW_MS = 600;
let server: FastifyInstance;

beforeAll(async () => {
  server = await createHttpServer({
    log: createLogger('silent'),
    trustedProxies: [],
    isContentHost: () => false,
    isAppHost: () => true,
    bodyPace: { deadlineMs: DEADLINE_MS, uploadBytesPerSecond: 10_000, uploadWindowMs: WINDOW_MS },
  });
  server.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  const countBytes = async (request: { raw: AsyncIterable<Buffer> }): Promise<{ bytes: number }> => {
    let bytes = 0;
    for await (const chunk of request.raw) bytes += chunk.length;
    return { bytes };
  };
  server.post('/upload', { config: { bodyIsUpload: true } }, countBytes);
  server.post('/refused-upload', { config: { bodyIsUpload: true } }, async () => ({ refused: true }));
  server.post('/call', async () => ({ called: true }));
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Sends `parts` pieces of `bytes` each, one every `everyMs`, and answers all that came back until the connection was over. */
const send = async (
  path: string,
  type: string,
  pieces: { bytes: number; parts: number; everyMs: number; total?: number; connection?: 'close' | 'keep-alive' },
): Promise<string> => {
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data: Buffer) => {
    answer += data.toString();
  });
  // The other side hangs up in the middle of our sentence; that is what some of these tests are about.
  socket.on('error', (error: NodeJS.ErrnoException) => expect(['EPIPE', 'ECONNRESET']).toContain(error.code));
  const closed = once(socket, 'close').catch(() => undefined);
  const length = pieces.total ?? pieces.bytes * pieces.parts;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${pieces.connection ?? 'close'}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for (let part = 0; part < pieces.parts && socket.writable; part++) {
    socket.write(' '.repeat(pieces.bytes));
    await wait(pieces.everyMs);
  }
  await closed;
  return answer;
};

/** The envelope behind the head of an answer, which must be as long as the head says. */
const envelopeOf = (answer: string): unknown => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  return JSON.parse(body);
};
const TOO_SLOW = { code: 'request.invalid', message: '请求发送得太慢', payload: null };

describe('the body of an ordinary call', () => {
  it('is cut off at the deadline, however it trickles, and told why', async () => {
    expect(envelopeOf(await send('/call', 'application/json', { bytes: 1, parts: 40, everyMs: 50 }))).toEqual(TOO_SLOW);
  });

  it('is cut off when it stops coming', async () => {
    expect(await send('/call', 'application/json', { bytes: 1, parts: 1, everyMs: 1, total: 9 })).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is answered when it is there, on a connection that is used again and again', async () => {
    const { port } = server.server.address() as AddressInfo;
    for (let call = 0; call < 3; call++) {
      const answer = await fetch(`http://127.0.0.1:${port}/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(await answer.json()).toEqual({ called: true });
    }
  });
});

describe('an upload', () => {
  it('may take longer than the deadline while it keeps to the rate', async () => {
    const parts = 26;
    expect(await send('/upload', 'application/octet-stream', { bytes: 5_000, parts, everyMs: 50 })).toContain(`{"bytes":${5_000 * parts}}`);
  });

  it('below the rate is cut off', async () => {
    expect(envelopeOf(await send('/upload', 'application/octet-stream', { bytes: 10, parts: 60, everyMs: 50 }))).toEqual(TOO_SLOW);
  });

  it('that was refused holds no connection: the rest has the ordinary deadline', async () => {
    const pieces = { bytes: 5_000, parts: 200, everyMs: 20, total: 50_000_000, connection: 'keep-alive' } as const;
    const answer = await send('/refused-upload', 'application/octet-stream', pieces);
    expect(answer).toContain('{"refused":true}');
    expect(answer).not.toContain('408');
  });
});

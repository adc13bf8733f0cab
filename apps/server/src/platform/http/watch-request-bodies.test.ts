import { once } from 'node:events';
import { type IncomingMessage, request as startRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createHttpServer } from './create-http-server.ts';

const DEADLINE_MS = 300;
const WINDOW_MS = 600;
let server: FastifyInstance;
let refusedForm: IncomingMessage | undefined;

beforeAll(async () => {
  server = await createHttpServer({
    log: createLogger('silent'),
    trustedProxies: [],
    isContentHost: () => false,
    isAppHost: () => true,
    bodyTimeouts: { deadlineMs: DEADLINE_MS, uploadBytesPerSecond: 10_000, uploadWindowMs: WINDOW_MS },
  });
  server.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  const countBytes = async (request: { raw: AsyncIterable<Buffer> }): Promise<{ bytes: number }> => {
    let bytes = 0;
    for await (const chunk of request.raw) bytes += chunk.length;
    return { bytes };
  };
  server.post('/upload', { config: { bodyIsUpload: true } }, countBytes);
  server.post('/refused-upload', { config: { bodyIsUpload: true } }, async () => ({ refused: true }));
  server.post('/refused-form', { config: { bodyIsUpload: true } }, async (request) => {
    refusedForm = request.raw;
    for await (const part of request.parts()) if (part.type === 'file') return { refused: part.filename };
    return {};
  });
  server.post('/call', async () => ({ called: true }));
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Sends `parts` pieces of `bytes` each, one every `everyMs`. Returns everything received until the connection ends. */
const send = async (
  path: string,
  type: string,
  pieces: { bytes: number; parts: number; everyMs: number; total?: number; connection?: 'close' | 'keep-alive' },
): Promise<string> => {
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (data: Buffer) => {
    received += data.toString();
  });
  // The server may close the connection while the client is sending, which some tests expect.
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
  return received;
};

/** Returns the JSON of a response, whose length must match the header. */
const envelopeOf = (received: string): unknown => {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  return JSON.parse(body);
};
const TOO_SLOW = { code: 'request.invalid', message: '请求发送得太慢', payload: null };

describe('the body of an ordinary call', () => {
  it('is rejected at the deadline, even if it is still arriving, with the reason', async () => {
    expect(envelopeOf(await send('/call', 'application/json', { bytes: 1, parts: 40, everyMs: 50 }))).toEqual(TOO_SLOW);
  });

  it('is rejected if it stops arriving', async () => {
    expect(await send('/call', 'application/json', { bytes: 1, parts: 1, everyMs: 1, total: 9 })).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is processed when it is complete, on a connection that is used several times', async () => {
    const { port } = server.server.address() as AddressInfo;
    for (let call = 0; call < 3; call++) {
      const received = await fetch(`http://127.0.0.1:${port}/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(await received.json()).toEqual({ called: true });
    }
  });
});

describe('an upload', () => {
  it('may take longer than the deadline at the required rate', async () => {
    const parts = 26;
    expect(await send('/upload', 'application/octet-stream', { bytes: 5_000, parts, everyMs: 50 })).toContain(`{"bytes":${5_000 * parts}}`);
  });

  it('below the rate is rejected', async () => {
    expect(envelopeOf(await send('/upload', 'application/octet-stream', { bytes: 10, parts: 60, everyMs: 50 }))).toEqual(TOO_SLOW);
  });

  it('that was rejected cannot hold a connection: the ordinary deadline applies to the rest', async () => {
    const pieces = { bytes: 5_000, parts: 200, everyMs: 20, total: 50_000_000, connection: 'keep-alive' } as const;
    const received = await send('/refused-upload', 'application/octet-stream', pieces);
    expect(received).toContain('{"refused":true}');
    expect(received).not.toContain('408');
  });

  it('that was rejected by its first bytes is read to its end, so that the client receives the response', async () => {
    const { port } = server.server.address() as AddressInfo;
    const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\n\r\n${' '.repeat(8_000_000)}`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': body.length, connection: 'keep-alive' };
    const sent = startRequest({ port, host: '127.0.0.1', method: 'POST', path: '/refused-form', headers });
    const isSent = once(sent, 'finish');
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(await json(response)).toEqual({ refused: 'big.pdf' });
    await isSent;
    await expect.poll(() => refusedForm?.complete).toBe(true);
    sent.destroy();
  });
});

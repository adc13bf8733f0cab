/**
 * Uploads at the exact size limits (security.md §3) over a real connection. The files consist of zeros that are generated while sending, so
 * no file is in memory.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { type Envelope, LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { receiveUpload } from '../publication/import/create-import.ts';
import { FILE_LIMITS } from './limits.ts';

const PIECE = Buffer.alloc(1_048_576);
const BOUNDARY = 'shufang-edge';
const UPLOAD = '/api/file/userFile/upload';

let shop: TestServer;
let admin: TestUser;
let reader: TestUser;

beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  admin = await shop.user('13944450001', 'admin');
  reader = await shop.user('13944450002');
});
afterAll(() => shop?.close());

/** Sends `bytes` bytes that begin with `head` as the only file of a form; stops when the response arrives. */
const sendZeros = async (url: string, as: TestUser, name: string, head: string, bytes: number): Promise<Envelope> => {
  const start = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${head}`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const sending = request({
    host: '127.0.0.1',
    port: (shop.server.server.address() as AddressInfo).port,
    method: 'POST',
    path: url,
    agent: false,
    headers: {
      host: APP_HOST,
      ...as.headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': start.length + bytes - head.length + end.length,
    },
  });
  const state = { hasResponse: false };
  const responded = once(sending, 'response').finally(() => {
    state.hasResponse = true;
  });
  sending.write(start);
  for (let left = bytes - head.length; left > 0 && !state.hasResponse; left -= PIECE.length) {
    if (!sending.write(PIECE.subarray(0, Math.min(left, PIECE.length)))) await Promise.race([once(sending, 'drain'), responded]);
  }
  if (!state.hasResponse) sending.end(end);
  const [response] = (await responded) as [IncomingMessage];
  const envelope = (await json(response)) as Envelope;
  sending.destroy();
  return envelope;
};

const said = ({ code, message }: Envelope): string => `${code} ${message}`;

// A file of an allowed size passes the size limit and is then rejected for its content; nothing of it is stored.
test.each([
  {
    what: 'a PDF',
    limit: FILE_LIMITS.pdfBytes,
    send: (bytes: number) => sendZeros(UPLOAD, reader, 'a.pdf', '%PDF-1.7', bytes),
    looked: 'file.typeRefused 不支持这种文件',
    tooLarge: 'file.tooLarge 文件过大，最多 300 MB',
  },
  {
    what: 'a Word document',
    limit: FILE_LIMITS.docxBytes,
    send: (bytes: number) => sendZeros(UPLOAD, reader, 'a.docx', 'PK\u0003\u0004', bytes),
    looked: 'file.typeRefused 不支持这种文件',
    tooLarge: 'file.tooLarge 文件过大，最多 50 MB',
  },
])('$what may have $limit bytes and not one more', async ({ limit, send, looked, tooLarge }) => {
  expect([said(await send(limit - 1)), said(await send(limit)), said(await send(limit + 1))]).toEqual([looked, looked, tooLarge]);
});

test('a book may have five hundred megabytes and not one byte more, and a larger one is rejected with a message', async () => {
  const zeros = function* (bytes: number): Generator<Buffer> {
    for (let left = bytes; left > 0; left -= PIECE.length) yield PIECE.subarray(0, Math.min(left, PIECE.length));
  };
  // Uploads of an allowed size are tested with the function that counts their bytes, not with a request. The request with one byte more
  // shows that the form parser itself does not reject a file of this size.
  const folder = { temporaryFolder: shop.platform.config.dataDir };
  const receive = (bytes: number): Promise<number> =>
    receiveUpload(folder, Readable.from(zeros(bytes)), 'a.epub', async (upload) => upload.bytes);
  expect([await receive(LIMITS.epubBytes - 1), await receive(LIMITS.epubBytes)]).toEqual([LIMITS.epubBytes - 1, LIMITS.epubBytes]);
  const refused = await sendZeros('/api/admin/import/create', admin, 'book.epub', 'PK\u0003\u0004', LIMITS.epubBytes + 1);
  expect(said(refused)).toBe('import.refused 无法导入：文件超过 500 MB');
});

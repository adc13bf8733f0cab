/** The exact edges of what a call may carry and a reader may fetch: one below the limit, the limit, one above (security.md §3). Budgets of sign-in, uploads, archives and sync have theirs beside them. */
import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS, newId, type OutputOf, type openBook } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openArchive } from '../features/media/archive/archive.ts';
import { Findings } from '../features/media/findings.ts';
import { importFile } from '../features/media/import/import-file.ts';
import { bookFiles, makeEpub, makeFolder, makeZip, type ZipEntry } from '../features/media/testing/make-epub.ts';
import { answerUnreadableRequest, limitServer } from '../platform/http/server-limits.ts';
import { importParts } from './import-parts.ts';
import { APP_HOST, openTestServer, type TestServer } from './testing/test-server.ts';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

const LOGIN = '/api/center-user/auth/login-by-tel';
/** The code of a sign-in with this body: `account.phoneInvalid` once it reached the schema, which looks at the number. */
const sent = async (payload: string): Promise<string> =>
  (await shop.request({ method: 'POST', url: LOGIN, headers: { host: APP_HOST, 'content-type': 'application/json' }, payload })).json<{
    code: string;
    message: string;
  }>().code;
const asked = async (url: string): Promise<string> => (await shop.call(url)).code;

const bodyOf = (extra: object): string => JSON.stringify({ tel: 'x', code: '1', ...extra });
/** An array in an array and so on, `depth` levels with the body's own. */
const nested = (depth: number): string => bodyOf({ more: JSON.parse('['.repeat(depth - 1) + ']'.repeat(depth - 1)) as object });
const padded = (bytes: number): string => bodyOf({ more: 'x'.repeat(bytes - bodyOf({ more: '' }).length) });
/** Half of the keys in the body, half in a list of objects: all count. */
const keyed = (keys: number): string => {
  const half = Math.floor(keys / 2);
  const many = (count: number, name: string) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, 1]));
  return bodyOf({ ...many(half - 3, 'a'), more: [many(1, 'b'), many(keys - half - 1, 'c')] });
};

describe('a call', () => {
  const edges: [string, number, (n: number) => Promise<string>, string, string][] = [
    ['bytes of a body', LIMITS.bodyBytes, (n) => sent(padded(n)), 'account.phoneInvalid', 'request.tooLarge'],
    ['levels of a body', LIMITS.bodyDepth, (n) => sent(nested(n)), 'account.phoneInvalid', 'request.invalid'],
    ['keys of a whole body', LIMITS.bodyKeys, (n) => sent(keyed(n)), 'account.phoneInvalid', 'request.invalid'],
    ['books of a page', LIMITS.pageSizeMax, (n) => asked(`/api/course/query?limit=${n}`), 'success', 'request.invalid'],
    [
      'characters of a search',
      LIMITS.searchTextMax,
      (n) => asked(`/api/search/query?q=${encodeURIComponent('字'.repeat(n))}`),
      'success',
      'request.invalid',
    ],
  ];
  test.each(edges)('may have so many %s and not one more: %i', async (_, limit, send, inside, outside) => {
    expect([await send(limit - 1), await send(limit), await send(limit + 1)]).toEqual([inside, inside, outside]);
  });

  test('says in Chinese which number is too large', async () => {
    const answer = await shop.call(`/api/course/query?limit=${LIMITS.pageSizeMax + 1}`);
    expect(answer.message).toBe('limit 不能大于 100');
  });

  test('of sync takes five hundred changes, whose keys are counted change by change', async () => {
    const reader = await shop.person('13944440001');
    const op = () => ({
      id: newId(),
      hlc: 'none',
      entity: 'annotation',
      entityId: newId(),
      kind: 'put',
      fields: { body: 'x', color: 'yellow' },
    });
    const push = async (count: number) =>
      (await shop.call('/api/sync/push', { as: reader, body: { deviceId: 'device0001', ops: Array.from({ length: count }, op) } })).code;
    expect([await push(LIMITS.syncPushOps - 1), await push(LIMITS.syncPushOps), await push(LIMITS.syncPushOps + 1)]).toEqual([
      'success',
      'success',
      'sync.tooManyOps',
    ]);
  });
});

describe('the head of a request', () => {
  let port: number;
  beforeAll(async () => {
    await shop.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = shop.server.server.address() as AddressInfo);
  });

  /** All that comes back until the connection is over. `pieces` are sent one after another, a moment between them. */
  const speak = async (toPort: number, pieces: readonly string[]): Promise<string> => {
    const socket = connect(toPort, '127.0.0.1');
    let answer = '';
    socket.on('data', (data: Buffer) => {
      answer += data.toString();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => expect(['EPIPE', 'ECONNRESET']).toContain(error.code));
    const closed = once(socket, 'close');
    for (const piece of pieces) {
      if (socket.writable) socket.write(piece);
      await wait(pieces.length > 1 ? 50 : 0);
    }
    await closed;
    return answer;
  };

  test('has less bytes of address, names and values than the limit', async () => {
    const statusOf = async (bytes: number): Promise<string | undefined> => {
      const [url, names] = ['/healthz', ['Host', APP_HOST, 'Connection', 'close', 'X-Pad']];
      const pad = 'x'.repeat(bytes - url.length - names.join('').length);
      const answer = await speak(port, [`GET ${url} HTTP/1.1\r\nHost: ${APP_HOST}\r\nConnection: close\r\nX-Pad: ${pad}\r\n\r\n`]);
      return answer.split(' ')[1];
    };
    expect([await statusOf(LIMITS.headerBytes - 1), await statusOf(LIMITS.headerBytes), await statusOf(LIMITS.headerBytes + 1)]).toEqual([
      '200',
      '431',
      '431',
    ]);
  });

  test('comes within ten seconds on every port', async () => {
    const plain = new Server();
    limitServer(plain);
    expect([shop.server.server.headersTimeout, plain.headersTimeout]).toEqual([10_000, 10_000]);
  });

  test('that trickles is cut off with a sentence, and one in time is answered', async () => {
    const slow = createServer({ connectionsCheckingInterval: 20 }, (_request, response) => response.end('read'));
    limitServer(slow);
    slow.on('clientError', answerUnreadableRequest);
    slow.headersTimeout = 300;
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port: slowPort } = slow.address() as AddressInfo;
    const head = ['GET / HTTP/1.1\r\n', 'Host: a\r\n', 'Connection: close\r\n', '\r\n'];
    expect(await speak(slowPort, head)).toMatch(/^HTTP\/1\.1 200 .*read$/s);
    const late = await speak(slowPort, [...head.slice(0, 3), ...Array.from({ length: 30 }, (_, n) => `X-${n}: 1\r\n`)]);
    expect(late).toMatch(/^HTTP\/1\.1 408 .*请求发送得太慢/s);
    slow.close();
  });
});

describe('an address', () => {
  test('may hold so many connections at a time, and one more after one is closed', () => {
    const server = new Server();
    limitServer(server);
    const connect = (address: string): Socket => {
      const socket = new Socket();
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      server.emit('connection', socket);
      return socket;
    };
    const open = Array.from({ length: LIMITS.connectionsPerAddress }, () => connect('198.51.100.7'));
    expect(open.map((socket) => socket.destroyed)).not.toContain(true);
    expect(connect('198.51.100.7').destroyed).toBe(true);
    expect(connect('198.51.100.8').destroyed).toBe(false);
    open[0]?.emit('close');
    expect(connect('198.51.100.7').destroyed).toBe(false);
    expect(connect('198.51.100.7').destroyed).toBe(true);
  });

  test('of a proxy in front of us carries many people, and may hold as many connections as it needs', () => {
    const server = new Server();
    limitServer(server, ['203.0.113.9', '10.20.0.0/16', '2001:db8::/32']);
    const isRefused = (address: string): boolean => {
      const sockets = Array.from({ length: LIMITS.connectionsPerAddress + 1 }, () => {
        const socket = new Socket();
        Object.defineProperty(socket, 'remoteAddress', { value: address });
        server.emit('connection', socket);
        return socket;
      });
      return sockets.some(({ destroyed }) => destroyed);
    };
    for (const carrier of ['203.0.113.9', '::ffff:203.0.113.9', '10.20.30.40', '2001:db8::7', '127.0.0.1', '::ffff:127.0.0.1', '::1'])
      expect(isRefused(carrier), carrier).toBe(false);
    for (const other of ['203.0.113.10', '10.21.0.1', '::ffff:10.21.0.2', '2001:db9::7']) expect(isRefused(other), other).toBe(true);
  });
});

describe('a book', () => {
  const book: readonly ZipEntry[] = [...bookFiles()].map(([name, content]) => ({ name, content }));
  const { file, remove } = makeFolder();
  afterAll(remove);
  const refusalOf = (entries: readonly ZipEntry[]): unknown => {
    try {
      openArchive(file('edge.epub', makeZip(entries)), new Findings()).close();
      return undefined;
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };
  const stored = (name: string, declaredBytes: number, bytes = 1): ZipEntry => ({
    name,
    content: Buffer.alloc(bytes),
    stored: true,
    declaredBytes,
  });
  const ratioEdge = Math.ceil(LIMITS.archiveRatioFromBytes / LIMITS.archiveRatio) + 1;
  const whole = LIMITS.archiveUnpackedBytes;
  const half = { bytes: whole / 2, packed: whole / 2 / LIMITS.archiveRatio + 1 };
  /** However deep: folders of one letter, as many as fit. */
  const deep = (chars: number): string => `${'a/'.repeat(Math.floor((chars - 1) / 2))}${chars % 2 === 0 ? 'bb' : 'b'}`;

  const edges: [string, number, (n: number) => ZipEntry[], string][] = [
    [
      'entries',
      LIMITS.archiveEntries,
      (n) => Array.from({ length: n }, (_, index) => ({ name: `f${index}`, content: '', stored: true })),
      'archive.tooManyEntries',
    ],
    ['bytes unpacked', whole, (n) => [stored('a', half.bytes, half.packed), stored('b', n - half.bytes, half.packed)], 'archive.tooLarge'],
    ['times its packed size', ratioEdge * LIMITS.archiveRatio, (n) => [stored('a', n, ratioEdge)], 'archive.ratio'],
    ['characters of a path', LIMITS.archivePathChars, (n) => [...book, { name: deep(n), content: 'x' }], 'archive.unsafeName'],
  ];
  test.each(edges)('may have so many %s and not one more: %i', (_, limit, entries, refusal) => {
    expect([refusalOf(entries(limit - 1)), refusalOf(entries(limit)), refusalOf(entries(limit + 1))]).toEqual([
      undefined,
      undefined,
      refusal,
    ]);
  });

  test('whose chapter lies under the longest path, in Chinese, can be read', async () => {
    const person = await shop.person('13944440003');
    const name = `${'深/'.repeat(500)}章.xhtml`;
    const bookId = await shop.book({
      manifest: `<item id="deep" href="${encodeURI(name)}" media-type="application/xhtml+xml"/>`,
      spine: '<itemref idref="deep"/>',
      files: {
        [`OEBPS/${name}`]:
          '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>深</title></head><body><p>曲径通幽处。</p></body></html>',
      },
    });
    const opened = (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as: person })).payload;
    const url = new URL(
      `${opened?.content.baseUrl}${opened?.manifest.readingOrder.at(-1)?.segments[0]?.href.split('/').map(encodeURIComponent).join('/')}`,
    );
    const answer = await shop.request({ method: 'GET', url: url.pathname, headers: { host: url.host } });
    expect([answer.statusCode, answer.body.includes('曲径通幽处')]).toEqual([200, true]);
  });

  test('has pictures of forty megapixels and not one more', async () => {
    const shelfOf = async (height: number): Promise<string[]> => {
      const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#abc' } })
        .png()
        .toBuffer();
      png.writeUInt32BE(8_000, 16);
      png.writeUInt32BE(height, 20);
      const job = await importFile(
        importParts(shop.platform),
        file(
          `picture-${height}.epub`,
          makeEpub({
            manifest: '<item id="p" href="p.png" media-type="image/png"/>',
            chapters: [[`图 ${height}`, '<img src="p.png" alt="图"/>']],
            files: { 'OEBPS/p.png': png },
          }),
        ),
        {},
      );
      return job.findings.map(({ code }) => code).filter((code) => code === 'image.tooLarge');
    };
    const rows = LIMITS.imagePixels / 8_000;
    expect([await shelfOf(rows - 1), await shelfOf(rows), await shelfOf(rows + 1)]).toEqual([[], [], ['image.tooLarge']]);
  });
});

describe('a reader', () => {
  test('fetches so many chapters a minute; the next waits, and what was fetched stays readable', async () => {
    const person = await shop.person('13944440002');
    const bookId = await shop.book({
      metadata: '<dc:identifier id="id">long</dc:identifier><dc:title>长书</dc:title><dc:language>zh-CN</dc:language>',
      chapters: Array.from({ length: LIMITS.chaptersPerMinute * 2 + 4 }, (_, n): [string, string] => [
        `第 ${n} 章`,
        '为学日益，为道日损。',
      ]),
    });
    const opened = (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as: person })).payload;
    const fetchChapter = async (index: number) => {
      const url = new URL(`${opened?.content.baseUrl}${opened?.manifest.readingOrder[index]?.segments[0]?.href}`);
      return shop.request({ method: 'GET', url: url.pathname, headers: { host: url.host } });
    };
    // Every second chapter: a jump each.
    const statuses: number[] = [];
    for (let n = 0; n <= LIMITS.chaptersPerMinute; n += 1) statuses.push((await fetchChapter(n * 2)).statusCode);
    expect(statuses.slice(0, -1)).toEqual(Array.from({ length: LIMITS.chaptersPerMinute }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    const refused = await fetchChapter(LIMITS.chaptersPerMinute * 2);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect([refused.body, refused.headers['cache-control']]).toEqual(['翻阅过快，请稍后再试', 'no-store']);
    expect([(await fetchChapter(0)).statusCode, (await fetchChapter(1)).statusCode]).toEqual([200, 200]);
    shop.platform.advanceClock?.(Number(refused.headers['retry-after']) * 1_000);
    expect((await fetchChapter(LIMITS.chaptersPerMinute * 2)).statusCode).toBe(200);
  });
});

/** The exact edges of what a call may carry and a reader may fetch: one below the limit, the limit, one above (security.md §3). Budgets of sign-in, uploads, archives and sync have theirs beside them. */
import { Server } from 'node:http';
import { Socket } from 'node:net';
import { LIMITS, newId, type OutputOf, type openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitServer } from '../platform/http/server-limits.ts';
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

/** Tests the limit of fetched chapters per minute over HTTP (security.md §3). */
import type { getManifest, OutputOf, openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { READING_LIMITS } from './limits.ts';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

describe('a reader', () => {
  test('may fetch the limit of chapters per minute; the next one waits, and fetched ones stay readable', async () => {
    const user = await shop.user('13944440002');
    const bookId = await shop.book({
      metadata: '<dc:identifier id="id">long</dc:identifier><dc:title>长书</dc:title><dc:language>zh-CN</dc:language>',
      chapters: Array.from({ length: READING_LIMITS.chaptersPerMinute * 2 + 4 }, (_, n): [string, string] => [
        `第 ${n} 章`,
        '为学日益，为道日损。',
      ]),
    });
    const opened = (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as: user })).payload;
    const manifest = await shop.call<OutputOf<typeof getManifest>>(`/api/learn/manifest?bookId=${bookId}&versionId=${opened?.version.id}`, {
      as: user,
    });
    const fetchChapter = async (index: number) => {
      const url = new URL(`${opened?.content.baseUrl}${manifest.payload?.readingOrder[index]?.segments[0]?.href}`);
      return shop.request({ method: 'GET', url: url.pathname, headers: { host: url.host } });
    };
    // Reads every second chapter, because the chapter next to a counted one does not count against the limit per minute.
    const statuses: number[] = [];
    for (let n = 0; n <= READING_LIMITS.chaptersPerMinute; n += 1) statuses.push((await fetchChapter(n * 2)).statusCode);
    expect(statuses.slice(0, -1)).toEqual(Array.from({ length: READING_LIMITS.chaptersPerMinute }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    const refused = await fetchChapter(READING_LIMITS.chaptersPerMinute * 2);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect([refused.body, refused.headers['cache-control']]).toEqual(['翻阅过快，请稍后再试', 'no-store']);
    expect([(await fetchChapter(0)).statusCode, (await fetchChapter(1)).statusCode]).toEqual([200, 200]);
    shop.platform.advanceClock?.(Number(refused.headers['retry-after']) * 1_000);
    expect((await fetchChapter(READING_LIMITS.chaptersPerMinute * 2)).statusCode).toBe(200);
  });
});

/** Tests which files of books a shared cache may store, and that a cache can verify a ticket with a HEAD request. */
import type { OutputOf, openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { ContentCache } from '../../platform/cdn-settings.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { grantBook } from '../entitlement/grant-book.ts';
import { cacheControlOf } from './content-caching.ts';
import type { ContentTicket } from './content-ticket.ts';

type Opened = OutputOf<typeof openBook>;

const everybody: ContentTicket = {
  versionId: 'v',
  scope: 'full',
  sid: undefined,
  userId: undefined,
  expiresAt: 3_600_000,
  revision: 0,
  institutionIds: [],
};

describe('the caching of a file', () => {
  const PRIVATE = 'private, max-age=3600, immutable';
  const SHARED = 'public, max-age=3600, s-maxage=60, immutable';
  it.each<[string, Partial<ContentTicket>, Record<ContentCache, string>]>([
    ['that everybody may read', {}, { private: PRIVATE, free: SHARED, verified: SHARED }],
    ['of a trial', { scope: [[0, 2]] }, { private: PRIVATE, free: SHARED, verified: SHARED }],
    ['of a user', { sid: 's', userId: 'u' }, { private: PRIVATE, free: PRIVATE, verified: SHARED }],
    ['of a session', { sid: 's' }, { private: PRIVATE, free: PRIVATE, verified: SHARED }],
    ['of an institution', { institutionIds: ['i'] }, { private: PRIVATE, free: PRIVATE, verified: SHARED }],
    ['of a download', { isLeased: true }, { private: PRIVATE, free: PRIVATE, verified: SHARED }],
  ])('%s', (_, ticket, expected) => {
    const actual = (['private', 'free', 'verified'] as const).map((cache) => [
      cache,
      cacheControlOf({ ...everybody, ...ticket }, cache, 0),
    ]);
    expect(Object.fromEntries(actual)).toEqual(expected);
  });

  it('by a shared cache ends with the ticket', () => {
    expect(cacheControlOf(everybody, 'free', 3_600_000 - 5_900)).toBe('public, max-age=5, s-maxage=5, immutable');
  });
});

describe('a server whose caches verify tickets', () => {
  let shop: TestServer;
  let bookId: string;
  let owner: TestUser;
  const open = async (headers: Record<string, string> = {}): Promise<Opened> => {
    const { payload } = await shop.call<Opened>(`/api/learn/open?bookId=${bookId}`, { headers });
    if (payload === null) throw new Error('the book was not opened');
    return payload;
  };
  const ask = (method: 'GET' | 'HEAD', address: string) => {
    const url = new URL(address);
    return shop.request({ method, url: url.pathname, headers: { host: url.host } });
  };
  beforeAll(async () => {
    shop = await openTestServer({ CONTENT_CACHE: 'verified' });
    bookId = await shop.book(
      {
        metadata: '<dc:identifier id="id">cdn</dc:identifier><dc:title>文集</dc:title><dc:language>zh-CN</dc:language>',
        chapters: [
          ['第一章', '正文。'.repeat(200)],
          ['第二章', '正文。'.repeat(200)],
        ],
      },
      { publish: true, accessModel: 'paid', priceFen: 100, trialChapters: 1 },
    );
    owner = await shop.user('13955550021');
    await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId });
  });
  afterAll(() => shop?.close());

  test('answers HEAD as GET, without the text: 200 with a valid ticket, 403 with another', async () => {
    const opened = await open(owner.headers);
    const chapter = opened.content.baseUrl + (opened.readingOrder.items[1]?.segments[0]?.href ?? '');
    const [got, verified] = [await ask('GET', chapter), await ask('HEAD', chapter)];
    expect([got.statusCode, verified.statusCode, verified.body]).toEqual([200, 200, '']);
    expect(verified.headers['etag']).toBe(got.headers['etag']);
    expect(got.headers['cache-control']).toMatch(/^public, max-age=\d+, s-maxage=60, immutable$/);
    const trial = (await open()).content.baseUrl + chapter.slice(opened.content.baseUrl.length);
    const forged = chapter.replace(/\/~c\/(.)/, (_, first: string) => `/~c/${first === 'A' ? 'B' : 'A'}`);
    for (const address of [trial, forged, chapter.replace(/\/~c\/[^/]+/, '/~c/none')]) {
      const refused = await ask('HEAD', address);
      expect([refused.statusCode, refused.headers['cache-control']]).toEqual([403, 'no-store']);
    }
  });
});
